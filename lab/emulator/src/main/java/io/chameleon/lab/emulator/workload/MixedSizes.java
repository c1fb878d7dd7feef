package io.chameleon.lab.emulator.workload;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * {@code mixed-sizes}: objects from 1 KiB to 64 MiB, that is up to eight segments, their sizes bounded Pareto with
 * exponent 0.5: half are below 4 KiB and most bytes are in the largest. The mean is 256 KiB. Objects are chosen by a
 * Zipf rank; sizes are dealt along the ranks in golden steps, so that both are independent and all seeds write as much.
 * Whole objects, four of five requests are writes, 100 hours, evenly.
 *
 * <p>The largest objects come first, so that they are placed while there is room: at a small scale a fragment of one
 * takes a sixth of a device.
 */
final class MixedSizes implements WorkloadModel {
    private static final int REQUESTS = 250_000;
    private static final int OBJECTS = 40_000;
    private static final int LEAST_BYTES = 1 << 10;
    /** The square root of the smallest size's share of the largest, 64 MiB. */
    private static final double ROOT = 1 / 256.0;

    private static final double WRITE_RATIO = 0.8;
    private static final double ZIPF = 0.9;
    private static final double GOLDEN = 0.6180339887498949;
    private static final long SPAN_MICROS = 100L * 3600 * 1_000_000;

    @Override
    public Workload make(String name, double scale, long seed) {
        int requests = WorkloadModel.scaled(REQUESTS * scale, 1, "request", scale);
        int objects = WorkloadModel.scaled(OBJECTS * scale, 100, "objects", scale);
        int[] ranks = IntStream.range(0, objects)
                .boxed()
                .sorted(Comparator.comparing(rank -> -size(rank)))
                .mapToInt(rank -> rank)
                .toArray();
        int[] objectAtRank = new int[objects];
        Workload.Builder workload = Workload.builder(name, true);
        for (int rank : ranks) {
            objectAtRank[rank] = workload.object(size(rank));
        }
        PythonRandom random = new PythonRandom(seed);
        ZipfRanks popularity = new ZipfRanks(objects, ZIPF);
        for (int i = 0; i < requests; i++) {
            int object = objectAtRank[popularity.draw(random)];
            int bytes = workload.objectBytes(object);
            workload.request(SPAN_MICROS * i / requests, random.random() < WRITE_RATIO, object, 0, bytes);
        }
        return workload.build();
    }

    /** The size below which a share of the objects is; the most popular object is of the median size. */
    private static int size(int rank) {
        double share = (0.5 + rank * GOLDEN) % 1.0;
        double root = 1 - share * (1 - ROOT);
        return (int) (LEAST_BYTES / (root * root));
    }
}
