package io.chameleon.lab.chaos;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;

/**
 * Causes disasters, one at a time. Each begins when every object is whole, and no flash server is killed or paused
 * before they are whole again: a disaster takes all that the redundancy survives. Runs on a thread of its caller's.
 */
final class Disasters {
    /** The time for repair to make everything whole, on a machine that is busy with everything else. */
    private static final Duration WHOLE_LIMIT = Duration.ofMinutes(5);

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 500;
    private static final String OTHER_DATABASE = "other";

    /** Restarts members that are down, however often that takes. */
    interface Restart {
        void restart(Member member) throws InterruptedException;
    }

    private final ProcessCluster cluster;
    private final Victims victims;
    private final Watch watch;
    private final RandomGenerator random;
    private final Deck<Disaster> kinds;
    private final Restart restart;
    private final List<String> violations = new ArrayList<>();

    Disasters(
            ProcessCluster cluster,
            Victims victims,
            Watch watch,
            RandomGenerator random,
            List<Disaster> kinds,
            Restart restart) {
        this.cluster = cluster;
        this.victims = victims;
        this.watch = watch;
        this.random = random;
        this.kinds = new Deck<>(kinds, random);
        this.restart = restart;
    }

    /** What repair did not restore in time. */
    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** What happens next: each kind once before any repeats. */
    Disaster draw() {
        return kinds.draw();
    }

    /**
     * Returns when it is over and every object is whole again, with the members that it struck; empty if it could not
     * begin.
     */
    String strike(Disaster disaster) throws InterruptedException, IOException, SQLException {
        victims.sparesFlash(true);
        try {
            if (!becomesWhole()) {
                fail(disaster + " did not begin: objects were not whole " + WHOLE_LIMIT.toMinutes()
                        + " min after the last kill");
                return "";
            }
            String struck = switch (disaster) {
                case BLANK_DEVICE -> blankDevice();
                case LOST_DATABASE -> loseDatabase();
                case FAILED_OVER_DATABASE -> failOverDatabase();
                case WRONG_CLUSTER -> confuseCluster();
                case LOST_NODE -> loseNode();
            };
            if (!becomesWhole()) {
                fail("objects are not whole " + WHOLE_LIMIT.toMinutes() + " min after " + disaster + " of " + struck);
            }
            return struck;
        } finally {
            victims.sparesFlash(false);
        }
    }

    private synchronized void fail(String what) {
        violations.add(what);
    }

    private String blankDevice() throws InterruptedException, IOException {
        List<Member> servers = cluster.members(Role.FLASH);
        Member server = taken(servers.get(random.nextInt(servers.size())));
        server.kill();
        cluster.blankDevice(server);
        watch.seen().deviceReplaced(server.name());
        back(List.of(server));
        return server.name();
    }

    private String loseDatabase() throws InterruptedException, IOException {
        int number = random.nextInt(cluster.databases());
        List<Member> metadata = cluster.members(Role.METADATA);
        List<Member> database = cluster.database(number);
        for (Member member : metadata) {
            taken(member).kill();
        }
        // The primary last: the standby then has everything it committed, or no client was told of it.
        for (Member member : database.reversed()) {
            taken(member).kill();
        }
        cluster.loseDatabase(number);
        for (Member member : database) {
            restart.restart(member);
        }
        for (Member member : metadata) {
            startOnTheEmptyOne(member);
        }
        long seconds = 20 + random.nextLong(130);
        Thread.sleep(Duration.ofSeconds(seconds));
        for (Member member : metadata) {
            member.kill();
        }
        for (Member member : database.reversed()) {
            member.kill();
        }
        cluster.restoreDatabase(number);
        back(database);
        back(metadata);
        return database.getFirst().name() + " for " + seconds + " s";
    }

    /** The only database may be a new one, and it refuses requests. If it has others, it refuses to start. */
    private void startOnTheEmptyOne(Member metadata) throws InterruptedException {
        if (cluster.databases() == 1) {
            restart.restart(metadata);
        } else {
            metadata.start();
            if (metadata.awaitReady(START_LIMIT)) {
                fail(metadata.name() + " started with an empty database in place of one of several");
            }
        }
    }

    private String failOverDatabase() throws InterruptedException, IOException, SQLException {
        int number = random.nextInt(cluster.databases());
        List<Member> servers = cluster.database(number);
        for (Member server : servers) {
            taken(server);
        }
        Member failed = cluster.failOverDatabase(number);
        // Both stay taken until the new standby confirms every commit: until then only the new primary has some of
        // them.
        restart.restart(failed);
        servers.forEach(victims::release);
        return failed.name();
    }

    private String confuseCluster() throws InterruptedException, SQLException {
        List<Member> all = cluster.members(Role.METADATA);
        Member member = taken(all.get(random.nextInt(all.size())));
        member.kill();
        List<Member> servers = cluster.members(Role.POSTGRES);
        for (Member server : servers) {
            taken(server);
        }
        cluster.misdirect(member, OTHER_DATABASE);
        restart.restart(member);
        servers.forEach(victims::release);
        long seconds = 10 + random.nextLong(60);
        Thread.sleep(Duration.ofSeconds(seconds));
        member.kill();
        cluster.redirect(member);
        back(List.of(member));
        return member.name() + " for " + seconds + " s";
    }

    private String loseNode() throws InterruptedException {
        String node = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
        List<Member> struck = cluster.membersOn(node);
        for (Member member : struck) {
            taken(member).kill();
        }
        long seconds = 5 + random.nextLong(55);
        Thread.sleep(Duration.ofSeconds(seconds));
        back(struck);
        return node + " for " + seconds + " s";
    }

    /** Waits until no other thread uses it. */
    private Member taken(Member member) throws InterruptedException {
        while (!victims.take(member)) {
            Thread.sleep(LOOK_MILLIS);
        }
        return member;
    }

    private void back(List<Member> members) throws InterruptedException {
        for (Member member : members) {
            restart.restart(member);
            victims.release(member);
        }
    }

    private boolean becomesWhole() throws InterruptedException {
        long end = System.nanoTime() + WHOLE_LIMIT.toNanos();
        while (!isWhole()) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return true;
    }

    /** A record whose first walk is over waits for late commits; it says nothing about what is missing now. */
    private boolean isWhole() {
        try {
            RepairStatus status = cluster.repairs().repairStatus();
            return cluster.members(Role.FLASH).stream().allMatch(Member::isRunning)
                    && cluster.serversUp() == cluster.members(Role.FLASH).size()
                    && status.objects() == 0
                    && status.evacuations().stream().allMatch(emptied -> emptied.walk() > 0);
        } catch (ChameleonError | CompletionException notNow) {
            return false;
        }
    }
}
