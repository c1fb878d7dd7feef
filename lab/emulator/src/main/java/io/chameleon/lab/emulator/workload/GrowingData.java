package io.chameleon.lab.emulator.workload;

/**
 * {@code growing}: a data set that grows to five and a half times its size, as an archive of work in progress does. Of
 * the requests 15 % create an object, 45 % overwrite one and the others read one; four of five overwrites and half of
 * the reads are for the youngest tenth, the others for any. Whole objects of 48 KiB, 100 hours, evenly.
 */
final class GrowingData implements WorkloadModel {
    private static final int REQUESTS = 1_200_000;
    private static final int OBJECTS_AT_START = 40_000;
    private static final int OBJECT_BYTES = 48 << 10;
    private static final double CREATES = 0.15;
    private static final double OVERWRITES = 0.45;
    private static final double YOUNG_SHARE = 0.1;
    private static final double OVERWRITES_OF_THE_YOUNG = 0.8;
    private static final double READS_OF_THE_YOUNG = 0.5;
    private static final long SPAN_MICROS = 100L * 3600 * 1_000_000;

    @Override
    public Workload make(String name, double scale, long seed) {
        int requests = WorkloadModel.scaled(REQUESTS * scale, 1, "request", scale);
        int atStart = WorkloadModel.scaled(OBJECTS_AT_START * scale, 10, "objects", scale);
        PythonRandom random = new PythonRandom(seed);
        Workload.Builder workload = Workload.builder(name, true);
        for (int i = 0; i < atStart; i++) {
            workload.object(OBJECT_BYTES);
        }
        for (int i = 0; i < requests; i++) {
            double draw = random.random();
            boolean isWrite = draw < CREATES + OVERWRITES;
            int object = draw < CREATES
                    ? workload.laterObject(OBJECT_BYTES)
                    : existing(workload.objects(), isWrite ? OVERWRITES_OF_THE_YOUNG : READS_OF_THE_YOUNG, random);
            workload.request(SPAN_MICROS * i / requests, isWrite, object, 0, OBJECT_BYTES);
        }
        return workload.build();
    }

    /** Objects are numbered by age. */
    private static int existing(int objects, double ofTheYoung, PythonRandom random) {
        int young = (int) (objects * YOUNG_SHARE);
        return random.random() < ofTheYoung ? objects - 1 - random.below(young) : random.below(objects);
    }
}
