package io.chameleon.lab.emulator.workload;

/**
 * {@code drift}, a model of our own: Zipf popularity whose ranking turns every five hours, so that in 100 hours twenty
 * sets of objects are hot one after another. A turn moves each object by a golden share of the ranking: consecutive
 * sets are disjoint, and no set returns. Whole objects, requests evenly over the time.
 */
final class MovingHotSet implements WorkloadModel {
    static final long TURN_MICROS = 5L * 3600 * 1_000_000;

    private static final int REQUESTS = 1_200_000;
    private static final int OBJECTS = 183_000;
    private static final int OBJECT_BYTES = 48 << 10;
    private static final double WRITE_RATIO = 0.8;
    private static final double ZIPF = 0.99;
    private static final long SPAN_MICROS = 20 * TURN_MICROS;
    private static final double GOLDEN = 0.6180339887498949;

    @Override
    public Workload make(String name, double scale, long seed) {
        int requests = WorkloadModel.scaled(REQUESTS * scale, 1, "request", scale);
        int objects = WorkloadModel.scaled(OBJECTS * scale, 100, "objects", scale);
        long step = Math.round(objects * GOLDEN);
        PythonRandom random = new PythonRandom(seed);
        int[] ranking = random.permutation(objects);
        ZipfRanks popularity = new ZipfRanks(objects, ZIPF);
        Workload.Builder workload = Workload.builder(name, true);
        for (int i = 0; i < objects; i++) {
            workload.object(OBJECT_BYTES);
        }
        for (int i = 0; i < requests; i++) {
            long micros = SPAN_MICROS * i / requests;
            int place = (int) ((popularity.draw(random) + micros / TURN_MICROS * step) % objects);
            workload.request(micros, random.random() < WRITE_RATIO, ranking[place], 0, OBJECT_BYTES);
        }
        return workload.build();
    }
}
