package io.chameleon.lab.emulator.workload;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stand-ins for Chameleon's Table III traces of MSR Cambridge. Count, data, request bytes and write ratio are the
 * table's; the rest is modelled, not measured: Zipf ranks whose hot end is exchanged over time, some uniform and some
 * sequential writes, a day and night wave with bursts. Whole objects, 168 hours.
 *
 * @param requests of Table III
 * @param dataBytes of Table III
 * @param requestBytes of Table III
 * @param writeRatio of Table III
 * @param sizes how objects differ in size, before they are fitted to the mean request
 * @param zipf exponent of the write ranks
 * @param uniform share of writes to any object
 * @param sequential share of writes in sequential runs
 * @param runLength mean of a sequential run, objects
 * @param drift share of the hot ranks that get another object each hour
 * @param together share of reads drawn from the writes' ranks; the others have ranks of their own
 */
record ServerDisk(
        int requests,
        double dataBytes,
        double requestBytes,
        double writeRatio,
        ObjectSizes sizes,
        double zipf,
        double uniform,
        double sequential,
        int runLength,
        double drift,
        double together)
        implements WorkloadModel {

    private static final int HOURS = 168;
    private static final double GB = 1_000_000_000;

    static final ObjectSizes MIXED = new ObjectSizes(
            new ObjectSizes.Share(4, 30),
            new ObjectSizes.Share(8, 20),
            new ObjectSizes.Share(16, 15),
            new ObjectSizes.Share(32, 15),
            new ObjectSizes.Share(64, 15),
            new ObjectSizes.Share(128, 5));
    private static final ObjectSizes SMALL = new ObjectSizes(
            new ObjectSizes.Share(4, 45),
            new ObjectSizes.Share(8, 25),
            new ObjectSizes.Share(16, 15),
            new ObjectSizes.Share(32, 10),
            new ObjectSizes.Share(64, 5));
    static final ObjectSizes LARGE = new ObjectSizes(
            new ObjectSizes.Share(8, 10),
            new ObjectSizes.Share(16, 10),
            new ObjectSizes.Share(32, 15),
            new ObjectSizes.Share(64, 30),
            new ObjectSizes.Share(128, 25),
            new ObjectSizes.Share(256, 10));

    /** By name, in the order of the table. */
    static Map<String, WorkloadModel> tableThree() {
        Map<String, WorkloadModel> rows = new LinkedHashMap<>();
        rows.put("mds-0", new ServerDisk(1_300_000, 3.1 * GB, 44 * GB, 0.932, MIXED, 0.95, 0.1, 0.1, 16, 0.01, 0.5));
        rows.put("web-1", new ServerDisk(1_300_000, 3.8 * GB, 18 * GB, 0.769, SMALL, 0.7, 0.2, 0.2, 24, 0.02, 0.5));
        rows.put("usr-0", new ServerDisk(2_200_000, 2.5 * GB, 194 * GB, 0.836, LARGE, 0.9, 0.1, 0.2, 16, 0.01, 0.4));
        rows.put("hm-0", new ServerDisk(4_000_000, 1.9 * GB, 135 * GB, 0.866, MIXED, 1, 0.05, 0.05, 12, 0.005, 0.5));
        return rows;
    }

    @Override
    public Workload make(String name, double scale, long seed) {
        double mean = requestBytes / requests;
        int count = WorkloadModel.scaled(requests * scale, 1, "request", scale);
        int objects = WorkloadModel.scaled(dataBytes * scale / mean, DriftingRanks.LEAST, "objects", scale);
        // the order of the draws from here on is the generator's
        PythonRandom random = new PythonRandom(seed);
        int[] writeRanks = random.permutation(objects);
        int[] bytes = sizes.spread(mean, writeRanks, random.random());
        int[] readRanks = random.permutation(objects);
        int[] arrivals = DayAndNight.arrivals(count, HOURS, random);
        Workload.Builder workload = Workload.builder(name, true);
        for (int size : bytes) {
            workload.object(size);
        }
        DriftingRanks hot = new DriftingRanks(writeRanks, bytes, random);
        WriteStream writes = new WriteStream(hot, uniform, sequential, runLength, random);
        ZipfRanks popularity = new ZipfRanks(objects, zipf);
        for (int slot = 0; slot < arrivals.length; slot++) {
            if (slot > 0 && slot % DayAndNight.SLOTS_PER_HOUR == 0) {
                hot.drift(drift);
            }
            int[] ranks = popularity.draw(arrivals[slot], random);
            for (int i = 0; i < ranks.length; i++) {
                boolean isWrite = random.random() < writeRatio;
                int object = isWrite
                        ? writes.next(ranks[i])
                        : random.random() < together ? hot.at(ranks[i]) : readRanks[ranks[i]];
                workload.request(DayAndNight.micros(slot, i, ranks.length), isWrite, object, 0, bytes[object]);
            }
        }
        return workload.build();
    }
}
