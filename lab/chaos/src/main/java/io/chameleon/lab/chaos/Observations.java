package io.chameleon.lab.chaos;

import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was seen of a cluster, and whether what must never decrease did: fencing and epoch numbers, erase counts
 * (invariants 5 and 6 of docs/architecture.md). Safe from any thread.
 */
final class Observations {
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Long> erases = new HashMap<>();
    private final Map<String, Integer> devices = new HashMap<>();
    private final Map<RedundancyState, Long> most = new EnumMap<>(RedundancyState.class);
    private BalancerEpoch newest = BalancerEpoch.INITIAL;

    Observations() {}

    /**
     * Adds how many objects are in each state.
     *
     * @return how many of them are in an intermediate one
     */
    synchronized long count(Map<RedundancyState, Long> byState) {
        byState.forEach((state, count) -> most.merge(state, count, Math::max));
        return byState.entrySet().stream()
                .filter(entry -> entry.getKey().isIntermediate())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    synchronized void check(BalancerEpoch now) {
        if (now.fence() < newest.fence() || now.epoch() < newest.epoch()) {
            violations.add("the balancer's fence and epoch went backwards: " + newest + ", then " + now);
        }
        newest = now;
    }

    /** The number of a server's device, to be asked before its erases are. */
    synchronized int device(String server) {
        return devices.getOrDefault(server, 0);
    }

    /** Adds a server's erases, unless its device has been replaced since {@code device} was asked. */
    synchronized void check(String server, int device, long now) {
        if (device != device(server)) {
            return;
        }
        Long before = erases.put(server, now);
        if (before != null && now < before) {
            violations.add("erases of " + server + " went backwards: " + before + ", then " + now);
        }
    }

    /** What its device counted begins at 0 again, and what was asked before does not count. */
    synchronized void deviceReplaced(String server) {
        erases.remove(server);
        devices.merge(server, 1, Integer::sum);
    }

    /** What decreased. */
    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** The most objects seen in each state at a time. */
    synchronized Map<RedundancyState, Long> mostInState() {
        return new EnumMap<>(most);
    }

    /** Epochs that have ended so far. */
    synchronized long epochs() {
        return newest.epoch();
    }

    /** Fences claimed so far: how often the leadership has changed hands. */
    synchronized long fences() {
        return newest.fence();
    }
}
