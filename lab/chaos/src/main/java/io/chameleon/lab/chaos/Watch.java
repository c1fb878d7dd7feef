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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at the cluster a few times a second: how many objects are in transition, and whether what must never decrease
 * does: fencing and epoch numbers, erase counts (invariants 5 and 6 of docs/architecture.md). Sees nothing while the
 * metadata service is down.
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
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Long> erases = new HashMap<>();
    private final Map<String, Integer> replaced = new HashMap<>();
    private final Map<RedundancyState, Long> seen = new EnumMap<>(RedundancyState.class);
    private volatile boolean over;
    private volatile long inTransition;
    private volatile long countedNanos = System.nanoTime() - STALE_NANOS;
    private volatile String leader = "";
    private BalancerEpoch newest = BalancerEpoch.INITIAL;

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

    /** What decreased. */
    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** The most objects seen in each state at a time. */
    synchronized Map<RedundancyState, Long> mostInState() {
        return new EnumMap<>(seen);
    }

    /** Epochs that have ended so far. */
    synchronized long epochs() {
        return newest.epoch();
    }

    /** Fences claimed so far: how often the leadership has changed hands. */
    synchronized long fences() {
        return newest.fence();
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

    private synchronized void count(Map<RedundancyState, Long> byState) {
        inTransition = byState.entrySet().stream()
                .filter(entry -> entry.getKey().isIntermediate())
                .mapToLong(Map.Entry::getValue)
                .sum();
        countedNanos = System.nanoTime();
        byState.forEach((state, count) -> seen.merge(state, count, Math::max));
    }

    private synchronized void check(BalancerEpoch now) {
        leader = now.holder();
        if (now.fence() < newest.fence() || now.epoch() < newest.epoch()) {
            violations.add("the balancer's fence and epoch went backwards: " + newest + ", then " + now);
        }
        newest = now;
    }

    /** What its device counted begins at 0 again, and what was asked before does not count. */
    synchronized void deviceReplaced(Member server) {
        erases.remove(server.name());
        replaced.merge(server.name(), 1, Integer::sum);
    }

    private synchronized int timesReplaced(Member server) {
        return replaced.getOrDefault(server.name(), 0);
    }

    private void checkWear(Member server) {
        try {
            int device = timesReplaced(server);
            long now = flash.wear(cluster.endpoint(server), WEAR_TIMEOUT).join().erases();
            synchronized (this) {
                if (device != timesReplaced(server)) {
                    return;
                }
                Long before = erases.put(server.name(), now);
                if (before != null && now < before) {
                    violations.add("erases of " + server.name() + " went backwards: " + before + ", then " + now);
                }
            }
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
