package io.chameleon.lab.emulator.workload;

import java.util.Arrays;

/**
 * {@code bursts}: four fifths of all requests are writes in a hundred bursts of ten minutes, at random times of 100
 * hours. A burst rewrites a set of a hundredth of the objects, each six times or so, and the sets of different bursts
 * have nothing in common. The other requests are for any object, half of them writes, evenly. So at the end of an epoch
 * the objects that look hottest are those that are not written again. Whole objects of 48 KiB.
 */
final class WriteBursts implements WorkloadModel {
    static final int BURSTS = 100;
    static final long BURST_MICROS = 600_000_000;

    private static final int REQUESTS = 1_200_000;
    private static final int OBJECTS = 150_000;
    private static final int OBJECT_BYTES = 48 << 10;
    private static final double IN_BURSTS = 0.8;
    private static final double WRITE_RATIO_BETWEEN = 0.5;
    /** Enough for the objects at the largest scale. */
    private static final int OBJECT_BITS = 22;

    private static final long SPAN_MICROS = 100L * 3600 * 1_000_000;

    @Override
    public Workload make(String name, double scale, long seed) {
        int objects = WorkloadModel.scaled(OBJECTS * scale, BURSTS, "objects", scale);
        int eachBurst = WorkloadModel.scaled(REQUESTS * IN_BURSTS * scale / BURSTS, 1, "requests a burst", scale);
        int between = WorkloadModel.scaled(REQUESTS * (1 - IN_BURSTS) * scale, 1, "request between bursts", scale);
        PythonRandom random = new PythonRandom(seed);
        int[] sets = random.permutation(objects);
        long[] starts = new long[BURSTS];
        Arrays.setAll(starts, burst -> (long) (random.random() * (SPAN_MICROS - BURST_MICROS)));
        long[] requests = new long[BURSTS * eachBurst + between];
        int count = 0;
        int setSize = objects / BURSTS;
        for (int burst = 0; burst < BURSTS; burst++) {
            for (int i = 0; i < eachBurst; i++) {
                long micros = starts[burst] + BURST_MICROS * i / eachBurst;
                requests[count++] = packed(micros, true, sets[burst * setSize + random.below(setSize)]);
            }
        }
        for (int i = 0; i < between; i++) {
            boolean isWrite = random.random() < WRITE_RATIO_BETWEEN;
            requests[count++] = packed(SPAN_MICROS * i / between, isWrite, random.below(objects));
        }
        Arrays.sort(requests);
        Workload.Builder workload = Workload.builder(name, true);
        for (int i = 0; i < objects; i++) {
            workload.object(OBJECT_BYTES);
        }
        for (long request : requests) {
            int object = (int) request & (1 << OBJECT_BITS) - 1;
            boolean isWrite = (request >>> OBJECT_BITS & 1) == 1;
            workload.request(request >>> OBJECT_BITS + 1, isWrite, object, 0, OBJECT_BYTES);
        }
        return workload.build();
    }

    /** Sorted as numbers, requests are in the order of their times. */
    private static long packed(long micros, boolean isWrite, int object) {
        return (micros << 1 | (isWrite ? 1 : 0)) << OBJECT_BITS | object;
    }
}
