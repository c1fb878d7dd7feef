package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.emulator.workload.Workload;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How well a workload's past writes predict its future ones: the limit for any wear balancer that works with the past
 * alone. Servers that may take twice the others' erases need two thirds of the writes, so the objects that will be
 * written have to be known.
 */
final class Foresight {
    static final List<String> HEADER =
            List.of("workload", "writes per object", "foreseen after a quarter", "foreseen after half");

    private Foresight() {}

    /** What {@link #HEADER} names. */
    static List<String> row(String name, Workload workload) {
        return List.of(
                name,
                Numbers.of(writesPerObject(workload), 1),
                Numbers.of(share(workload, 0.25), 2),
                Numbers.of(share(workload, 0.5), 2));
    }

    /**
     * Of the bytes written after a given part of the writes, the share that goes to the half of the objects most
     * written in that part. One half if the past predicts nothing, as far as objects were written equally often.
     *
     * @param part of all writes, above 0 and below 1
     * @return NaN if nothing is written afterwards
     */
    static double share(Workload workload, double part) {
        long[] before = new long[workload.objects()];
        long[] after = new long[workload.objects()];
        int[] writes = IntStream.range(0, workload.requests())
                .filter(workload::isWrite)
                .toArray();
        int until = (int) (writes.length * part);
        for (int i = 0; i < writes.length; i++) {
            (i < until ? before : after)[workload.object(writes[i])] += workload.bytes(writes[i]);
        }
        long foreseen = IntStream.range(0, before.length)
                .boxed()
                .sorted(Comparator.comparingLong(object -> -before[object]))
                .limit(before.length / 2)
                .mapToLong(object -> after[object])
                .sum();
        return (double) foreseen / Arrays.stream(after).sum();
    }

    /** How often an object is written, on average. */
    static double writesPerObject(Workload workload) {
        long writes = IntStream.range(0, workload.requests())
                .filter(workload::isWrite)
                .count();
        return (double) writes / workload.objects();
    }
}
