package io.chameleon.lab.emulator.workload;

/**
 * Chameleon Table III's ycsb-zipf: YCSB's ScrambledZipfianGenerator, theta 0.99 over 10^10 ranks that are hashed to the
 * keys. Whole objects of the mean request size, requests evenly over 85 hours.
 */
final class ScrambledZipf implements WorkloadModel {
    private static final int REQUESTS = 1_200_000;
    private static final double DATA_BYTES = 10.4 * 1_000_000_000;
    private static final double WRITE_RATIO = 0.811;
    /** 55 GB of requests, divided by their number. */
    private static final int OBJECT_BYTES = 45_833;

    private static final long SPAN_MICROS = 85L * 3600 * 1_000_000;

    @Override
    public Workload make(String name, double scale, long seed) {
        int requests = WorkloadModel.scaled(REQUESTS * scale, 1, "request", scale);
        int objects = WorkloadModel.scaled(DATA_BYTES * scale / OBJECT_BYTES, 1, "object", scale);
        PythonRandom random = new PythonRandom(seed);
        YcsbZipf ranks = YcsbZipf.scrambled();
        Workload.Builder workload = Workload.builder(name, true);
        for (int i = 0; i < objects; i++) {
            workload.object(OBJECT_BYTES);
        }
        for (int i = 0; i < requests; i++) {
            int object = (int) Long.remainderUnsigned(YcsbHash.fnv64(ranks.rank(random.random())), objects);
            workload.request(SPAN_MICROS * i / requests, random.random() < WRITE_RATIO, object, 0, OBJECT_BYTES);
        }
        return workload.build();
    }
}
