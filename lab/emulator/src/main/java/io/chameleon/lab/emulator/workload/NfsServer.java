package io.chameleon.lab.emulator.workload;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stand-ins for the Harvard NFS traces of EDM's Table I. Files, requests and their mean sizes are the table's; the rest
 * is modelled, not measured. A file has one or more stripes of four objects of 32 KiB, on average about 1.6. Requests
 * choose a file by a Zipf rank, half of the reads by the writes' ranks and half by others, then any aligned piece of
 * it. They are spread evenly over 24 hours.
 *
 * @param files of Table I
 * @param writes of Table I
 * @param writeBytes mean of a write, Table I
 * @param reads of Table I
 * @param readBytes mean of a read, Table I
 * @param zipf exponent of the ranks of files
 */
record NfsServer(int files, int writes, int writeBytes, int reads, int readBytes, double zipf)
        implements WorkloadModel {
    static final int OBJECT_BYTES = 32 << 10;
    static final int OBJECTS_PER_STRIPE = 4;

    private static final int MAX_STRIPES = 16;
    private static final double WITH_WRITES = 0.5;
    private static final long SPAN_MICROS = 24L * 3600 * 1_000_000;
    private static final double SKEWED = 0.9;
    /** EDM (V-B) says of deasna that its wear hardly varies between servers. */
    private static final double LESS_SKEWED = 0.6;

    /** By name, in the order of the table. */
    static Map<String, WorkloadModel> tableOne() {
        Map<String, WorkloadModel> rows = new LinkedHashMap<>();
        rows.put("edm-home02", new NfsServer(10_931, 730_602, 8_048, 3_497_486, 8_191, SKEWED));
        rows.put("edm-home03", new NfsServer(8_010, 355_091, 7_938, 2_624_676, 8_190, SKEWED));
        rows.put("edm-home04", new NfsServer(7_798, 358_976, 8_013, 2_034_078, 8_192, SKEWED));
        rows.put("edm-deasna", new NfsServer(9_727, 232_481, 24_167, 271_619, 23_869, LESS_SKEWED));
        rows.put("edm-deasna2", new NfsServer(8_405, 269_936, 18_489, 372_750, 20_529, LESS_SKEWED));
        rows.put("edm-lair62", new NfsServer(19_088, 740_831, 5_415, 890_680, 7_264, SKEWED));
        rows.put("edm-lair62b", new NfsServer(27_228, 409_215, 5_496, 736_469, 7_612, SKEWED));
        return rows;
    }

    @Override
    public Workload make(String name, double scale, long seed) {
        int count = WorkloadModel.scaled(files * scale, 1, "file", scale);
        int writesLeft = WorkloadModel.scaled(writes * scale, 1, "write", scale);
        int readsLeft = WorkloadModel.scaled(reads * scale, 1, "read", scale);
        PythonRandom random = new PythonRandom(seed);
        Workload.Builder workload = Workload.builder(name, true);
        int[] firstObject = new int[count + 1];
        for (int file = 0; file < count; file++) {
            int stripes = Math.min(MAX_STRIPES, 1 + (int) random.exponential(1));
            for (int i = 0; i < stripes * OBJECTS_PER_STRIPE; i++) {
                workload.object(OBJECT_BYTES);
            }
            firstObject[file + 1] = workload.objects();
        }
        int[] writeRanks = random.permutation(count);
        int[] readRanks = random.permutation(count);
        ZipfRanks popularity = new ZipfRanks(count, zipf);
        TwoSizes writeSizes = TwoSizes.of(writeBytes);
        TwoSizes readSizes = TwoSizes.of(readBytes);
        int requests = Math.addExact(writesLeft, readsLeft);
        for (int i = 0; i < requests; i++) {
            boolean isWrite = random.below(requests - i) < writesLeft;
            int rank = popularity.draw(random);
            int file = isWrite || random.random() < WITH_WRITES ? writeRanks[rank] : readRanks[rank];
            int object = firstObject[file] + random.below(firstObject[file + 1] - firstObject[file]);
            int bytes = isWrite ? writeSizes.next() : readSizes.next();
            int from = bytes * random.below(OBJECT_BYTES / bytes);
            workload.request(SPAN_MICROS * i / requests, isWrite, object, from, bytes);
            writesLeft -= isWrite ? 1 : 0;
        }
        return workload.build();
    }
}
