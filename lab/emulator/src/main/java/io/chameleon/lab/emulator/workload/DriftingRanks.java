package io.chameleon.lab.emulator.workload;

/** The object at each rank, the hottest first. Hot ranks pass to other objects over time. */
final class DriftingRanks {
    /** At least this many ranks are hot. */
    static final int LEAST = 64;

    private static final int HOT_SHARE = 20;
    private static final int TRIES = 20;

    private final int[] objects;
    private final int[] bytes;
    private final PythonRandom random;

    /**
     * @param objects by rank, at least {@link #LEAST}
     * @param bytes size of each object
     */
    DriftingRanks(int[] objects, int[] bytes, PythonRandom random) {
        this.objects = objects;
        this.bytes = bytes;
        this.random = random;
    }

    int count() {
        return objects.length;
    }

    int at(int rank) {
        return objects[rank];
    }

    /** A share of the hot ranks trade their objects with any other of the same size. */
    void drift(double share) {
        int hot = Math.max(LEAST, objects.length / HOT_SHARE);
        for (int i = (int) (hot * share); i > 0; i--) {
            trade(random.below(hot));
        }
    }

    private void trade(int rank) {
        for (int tries = TRIES; tries > 0; tries--) {
            int other = random.below(objects.length);
            if (bytes[objects[rank]] == bytes[objects[other]]) {
                int object = objects[rank];
                objects[rank] = objects[other];
                objects[other] = object;
                return;
            }
        }
    }
}
