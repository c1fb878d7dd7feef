package io.chameleon.lab.emulator.workload;

import java.util.Arrays;

/**
 * {@code deletes}: objects come and go, as temporary files do. There are a fixed number of names, each with a Zipf
 * rank; nine of ten have an object at the start. Of the requests a quarter reads and 45 % overwrite the object of a
 * ranked name, 15 % delete an object, half of these by rank and half any one, and 15 % create one under any free name.
 * Each creation is a new object. Whole objects of 48 KiB, 100 hours, evenly.
 */
final class Churn implements WorkloadModel {
    private static final int REQUESTS = 1_200_000;
    private static final int NAMES = 160_000;
    private static final int OBJECT_BYTES = 48 << 10;
    private static final double READS = 0.25;
    private static final double OVERWRITES = 0.45;
    private static final double DELETES = 0.15;
    private static final double TAKEN_AT_START = 0.9;
    private static final double ZIPF = 0.9;
    private static final long SPAN_MICROS = 100L * 3600 * 1_000_000;
    private static final int FREE = -1;

    @Override
    public Workload make(String name, double scale, long seed) {
        int requests = WorkloadModel.scaled(REQUESTS * scale, 1, "request", scale);
        int names = WorkloadModel.scaled(NAMES * scale, 100, "names", scale);
        Names made = new Names(Workload.builder(name, true), names, new PythonRandom(seed));
        for (int i = 0; i < requests; i++) {
            made.request(SPAN_MICROS * i / requests);
        }
        return made.workload.build();
    }

    /** The object of each name. */
    private static final class Names {
        private final Workload.Builder workload;
        private final PythonRandom random;
        private final ZipfRanks popularity;
        private final int[] nameAtRank;
        private final int[] objectOf;
        private int taken;

        Names(Workload.Builder workload, int names, PythonRandom random) {
            this.workload = workload;
            this.random = random;
            popularity = new ZipfRanks(names, ZIPF);
            nameAtRank = random.permutation(names);
            objectOf = new int[names];
            Arrays.fill(objectOf, FREE);
            while (taken < names * TAKEN_AT_START) {
                objectOf[taken++] = workload.object(OBJECT_BYTES);
            }
        }

        void request(long micros) {
            double draw = random.random();
            if (draw < READS + OVERWRITES) {
                workload.request(micros, draw >= READS, objectOf[ranked()], 0, OBJECT_BYTES);
            } else if (draw < READS + OVERWRITES + DELETES && taken > objectOf.length / 2 || taken == objectOf.length) {
                delete(micros);
            } else {
                create(micros);
            }
        }

        private void delete(long micros) {
            int name = random.random() < 0.5 ? ranked() : any(false);
            workload.delete(micros, objectOf[name]);
            objectOf[name] = FREE;
            taken--;
        }

        private void create(long micros) {
            int name = any(true);
            objectOf[name] = workload.laterObject(OBJECT_BYTES);
            workload.request(micros, true, objectOf[name], 0, OBJECT_BYTES);
            taken++;
        }

        /** By its rank, one that has an object. */
        private int ranked() {
            int name;
            do {
                name = nameAtRank[popularity.draw(random)];
            } while (objectOf[name] == FREE);
            return name;
        }

        private int any(boolean free) {
            int name;
            do {
                name = random.below(objectOf.length);
            } while ((objectOf[name] == FREE) != free);
            return name;
        }
    }
}
