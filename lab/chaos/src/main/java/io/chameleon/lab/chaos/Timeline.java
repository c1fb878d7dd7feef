package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The service that clients got from the store, over time. Times are nanoseconds since the run began. */
final class Timeline {
    /** After longer than this without an answer, the store was unavailable as far as its clients can tell. */
    static final long AWAY_NANOS = 1_000_000_000L;

    private final long[] ends;
    private final long[] latencies;

    private Timeline(long[] ends, long[] latencies) {
        this.ends = ends;
        this.latencies = latencies;
    }

    static Timeline reads(History history, long start) {
        return of(history, start, operation -> operation.kind() == Kind.READ);
    }

    static Timeline writes(History history, long start) {
        return of(history, start, operation -> operation.kind() != Kind.READ);
    }

    private static Timeline of(History history, long start, Predicate<Operation> which) {
        List<Operation> operations =
                history.all().filter(Operation::isAcknowledged).filter(which).toList();
        long[] ends = operations.stream()
                .mapToLong(operation -> operation.end() - start)
                .sorted()
                .toArray();
        long[] latencies = operations.stream()
                .mapToLong(operation -> operation.end() - operation.start())
                .sorted()
                .toArray();
        return new Timeline(ends, latencies);
    }

    long count() {
        return ends.length;
    }

    /** @param quantile 0 to 1 */
    double latencyMillis(double quantile) {
        if (latencies.length == 0) {
            return Double.NaN;
        }
        return latencies[Math.max(0, (int) Math.ceil(quantile * latencies.length) - 1)] / 1e6;
    }

    /** Lengths of the periods of more than a second without any client's operation acknowledged. */
    List<Long> away() {
        List<Long> windows = new ArrayList<>();
        for (int i = 1; i < ends.length; i++) {
            if (ends[i] - ends[i - 1] > AWAY_NANOS) {
                windows.add(ends[i] - ends[i - 1]);
            }
        }
        return windows;
    }

    /** Length of the longest of them; 0 if there is none. */
    long longestAway() {
        return away().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Acknowledged operations of each interval of {@code nanos}, from the beginning of the run on. */
    long[] perInterval(long nanos) {
        long last = ends.length == 0 ? 0 : ends[ends.length - 1];
        long[] counts = new long[Math.toIntExact(last / nanos + 1)];
        Arrays.stream(ends).forEach(end -> counts[(int) (Math.max(0, end) / nanos)]++);
        return counts;
    }
}
