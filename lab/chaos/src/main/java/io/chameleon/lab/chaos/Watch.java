package io.chameleon.lab.chaos;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.RemoteRemapTable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at the cluster a few times a second: how many objects are in transition, and all that {@link Observations}
 * check. Sees nothing while the metadata service is down.
 */
final class Watch implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final Duration WEAR_TIMEOUT = Duration.ofSeconds(1);
    private static final int WEAR_EVERY = 8;
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ProcessCluster cluster;
    private final RemoteRemapTable table;
    private final FlashClient flash;
    private final Thread thread;
    private final Observations seen = new Observations();
    private volatile boolean over;
    private volatile long inTransition;
    private volatile long countedNanos = System.nanoTime() - STALE_NANOS;
    private volatile String leader = "";

    Watch(ProcessCluster cluster) {
        this.cluster = cluster;
        this.table = cluster.tableAtAGlance();
        this.flash = new FlashClient(cluster.network());
        this.thread = Thread.ofVirtual().name("watch").start(this::watch);
    }

    /** Objects in an intermediate state a moment ago; -1 if unknown. */
    long inTransition() {
        return System.nanoTime() - countedNanos < STALE_NANOS ? inTransition : -1;
    }

    /** The address of the balancer that led a moment ago. */
    String leader() {
        return leader;
    }

    /** Whether a plan is half applied now; false if unknown. */
    boolean isPlanOpen() {
        try {
            return table.openPlan().isPresent();
        } catch (ChameleonError e) {
            return false;
        }
    }

    /** What was seen so far. */
    Observations seen() {
        return seen;
    }

    private void watch() {
        for (int round = 0; !over; round++) {
            try {
                count(table.countByState());
                check(table.balancerEpoch());
            } catch (ChameleonError away) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            if (round % WEAR_EVERY == 0) {
                cluster.members(Role.FLASH).forEach(this::checkWear);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void count(Map<RedundancyState, Long> byState) {
        inTransition = seen.count(byState);
        countedNanos = System.nanoTime();
    }

    private void check(BalancerEpoch now) {
        leader = now.holder();
        seen.check(now);
    }

    private void checkWear(Member server) {
        try {
            int device = seen.device(server.name());
            long now = flash.wear(cluster.endpoint(server), WEAR_TIMEOUT).join().erases();
            seen.check(server.name(), device, now);
        } catch (CompletionException away) {
            // It is down or paused: its next answer counts.
        }
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
    }
}
