package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Disasters of one of the databases; each returns what it struck, once that is back.
 *
 * @param fail told what should not have been possible
 */
record DatabaseDisasters(
        ProcessCluster cluster, Victims victims, RandomGenerator random, Restart restart, Consumer<String> fail) {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    String lose() throws InterruptedException, IOException {
        int number = random.nextInt(cluster.databases());
        List<Member> metadata = cluster.members(Role.METADATA);
        List<Member> database = cluster.database(number);
        for (Member member : metadata) {
            victims.takeWhenFree(member).kill();
        }
        // The primary last: the standby then has everything it committed, or no client was told of it.
        for (Member member : database.reversed()) {
            victims.takeWhenFree(member).kill();
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
        restart.back(database, victims);
        restart.back(metadata, victims);
        return database.getFirst().name() + " for " + seconds + " s";
    }

    /** The only database may be a new one, and it refuses requests. If it has others, it refuses to start. */
    private void startOnTheEmptyOne(Member metadata) throws InterruptedException {
        if (cluster.databases() == 1) {
            restart.restart(metadata);
        } else {
            metadata.start();
            if (metadata.awaitReady(START_LIMIT)) {
                fail.accept(metadata.name() + " started with an empty database in place of one of several");
            }
        }
    }

    String failOver() throws InterruptedException, IOException, SQLException {
        int number = random.nextInt(cluster.databases());
        List<Member> servers = cluster.database(number);
        for (Member server : servers) {
            victims.takeWhenFree(server);
        }
        Member failed = cluster.failOverDatabase(number);
        // Both stay taken until the new standby confirms every commit: until then only the new primary has some of
        // them.
        restart.restart(failed);
        servers.forEach(victims::release);
        return failed.name();
    }
}
