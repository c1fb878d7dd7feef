package io.chameleon.it;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the reads and writes of one object can be put in one order that fits what each client saw.
 *
 * <p>Every write has a value of its own, so the test of Gibbons and Korach (Testing Shared Memories, SIAM J. Comput. 26, 1997)
 * applies: the operations on one value form a zone from the earliest end to the latest start among them. A zone is forward if
 * that is an interval in time order, backward if the other way round. The history is linearizable exactly if no read sees a
 * value that was not yet being written, no two forward zones overlap, and no backward zone lies inside a forward one.
 *
 * <p>A write whose outcome is unknown ends never; if nobody read its value it did not happen.
 */
final class RegisterHistory {
    private static final long NEVER = Long.MAX_VALUE;

    /** One operation: what it wrote or read, and when it began and ended. */
    record Operation(boolean isWrite, long value, long start, long end) {}

    private record Zone(long value, long earliestEnd, long latestStart) {
        boolean isForward() {
            return earliestEnd < latestStart;
        }

        long low() {
            return Math.min(earliestEnd, latestStart);
        }

        long high() {
            return Math.max(earliestEnd, latestStart);
        }
    }

    private final List<Operation> operations = new ArrayList<>();

    synchronized void wrote(long value, long start, long end) {
        operations.add(new Operation(true, value, start, end));
    }

    synchronized void wroteMaybe(long value, long start) {
        operations.add(new Operation(true, value, start, NEVER));
    }

    synchronized void read(long value, long start, long end) {
        operations.add(new Operation(false, value, start, end));
    }

    synchronized int size() {
        return operations.size();
    }

    /** Why the history is not linearizable; empty if it is. */
    synchronized Optional<String> violation() {
        Map<Long, List<Operation>> byValue = new HashMap<>();
        operations.forEach(operation -> byValue.computeIfAbsent(operation.value, value -> new ArrayList<>())
                .add(operation));
        List<Zone> zones = new ArrayList<>();
        for (Map.Entry<Long, List<Operation>> entry : byValue.entrySet()) {
            List<Operation> cluster = entry.getValue();
            Optional<Operation> write =
                    cluster.stream().filter(Operation::isWrite).findFirst();
            if (write.isEmpty()) {
                return Optional.of("value " + entry.getKey() + " was read but never written");
            }
            boolean wasRead = cluster.size() > 1;
            if (write.get().end == NEVER && !wasRead) {
                continue;
            }
            for (Operation operation : cluster) {
                if (operation.end < write.get().start) {
                    return Optional.of("value " + entry.getKey() + " was read before it was written");
                }
            }
            zones.add(new Zone(
                    entry.getKey(),
                    cluster.stream().mapToLong(Operation::end).min().orElseThrow(),
                    cluster.stream().mapToLong(Operation::start).max().orElseThrow()));
        }
        return conflict(zones);
    }

    private static Optional<String> conflict(List<Zone> zones) {
        List<Zone> forward = zones.stream()
                .filter(Zone::isForward)
                .sorted(Comparator.comparingLong(Zone::low))
                .toList();
        for (int i = 1; i < forward.size(); i++) {
            if (forward.get(i).low() < forward.get(i - 1).high()) {
                return Optional.of(
                        "values " + forward.get(i - 1) + " and " + forward.get(i) + " were current alternately");
            }
        }
        for (Zone backward : zones) {
            if (!backward.isForward()) {
                Optional<Zone> around = forward.stream()
                        .filter(zone -> zone.low() < backward.low() && backward.high() < zone.high())
                        .findFirst();
                if (around.isPresent()) {
                    return Optional.of("value " + backward + " came and went while " + around.get() + " was current");
                }
            }
        }
        return Optional.empty();
    }
}
