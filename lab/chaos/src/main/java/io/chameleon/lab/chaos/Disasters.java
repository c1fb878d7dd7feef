package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Causes disasters, one at a time. Each begins when every object is whole, and no flash server is killed or paused
 * before they are whole again: a disaster takes all that the redundancy survives. Runs on a thread of its caller's.
 */
final class Disasters {
    private static final String OTHER_DATABASE = "other";

    private final ProcessCluster cluster;
    private final Victims victims;
    private final Watch watch;
    private final RandomGenerator random;
    private final Deck<Disaster> kinds;
    private final Restart restart;
    private final DatabaseDisasters databases;
    private final Wholeness wholeness;
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
        this.databases = new DatabaseDisasters(cluster, victims, random, restart, this::fail);
        this.wholeness = new Wholeness(cluster);
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
            if (!wholeness.await()) {
                fail(disaster + " did not begin: objects were not whole " + Wholeness.LIMIT.toMinutes()
                        + " min after the last kill");
                return "";
            }
            String struck = switch (disaster) {
                case BLANK_DEVICE -> blankDevice();
                case LOST_DATABASE -> databases.lose();
                case FAILED_OVER_DATABASE -> databases.failOver();
                case WRONG_CLUSTER -> confuseCluster();
                case LOST_NODE -> loseNode();
            };
            if (!wholeness.await()) {
                fail("objects are not whole " + Wholeness.LIMIT.toMinutes() + " min after " + disaster + " of "
                        + struck);
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
        Member server = victims.takeWhenFree(servers.get(random.nextInt(servers.size())));
        server.kill();
        cluster.blankDevice(server);
        watch.seen().deviceReplaced(server.name());
        restart.back(List.of(server), victims);
        return server.name();
    }

    private String confuseCluster() throws InterruptedException, SQLException {
        List<Member> all = cluster.members(Role.METADATA);
        Member member = victims.takeWhenFree(all.get(random.nextInt(all.size())));
        member.kill();
        List<Member> servers = cluster.members(Role.POSTGRES);
        for (Member server : servers) {
            victims.takeWhenFree(server);
        }
        cluster.misdirect(member, OTHER_DATABASE);
        restart.restart(member);
        servers.forEach(victims::release);
        long seconds = 10 + random.nextLong(60);
        Thread.sleep(Duration.ofSeconds(seconds));
        member.kill();
        cluster.redirect(member);
        restart.back(List.of(member), victims);
        return member.name() + " for " + seconds + " s";
    }

    private String loseNode() throws InterruptedException {
        String node = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
        List<Member> struck = cluster.membersOn(node);
        for (Member member : struck) {
            victims.takeWhenFree(member).kill();
        }
        long seconds = 5 + random.nextLong(55);
        Thread.sleep(Duration.ofSeconds(seconds));
        restart.back(struck, victims);
        return node + " for " + seconds + " s";
    }
}
