package io.chameleon.lab.emulator.whatif;

import io.chameleon.core.Require;
import io.chameleon.lab.emulator.workload.Workload;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Writes as predicted by heat: each object whole, at random (Poisson) times, as often in every epoch as in the next.
 *
 * @param requests the writes, and a read of one byte at the very end, which makes the run as long as its epochs
 * @param epochs of the run
 * @param stretch epochs of the cluster that one of the run represents
 */
record HeatWorkload(Workload requests, int epochs, double stretch) {
    private static final String NAME = "from cluster";
    private static final long EPOCH_MICROS = 1_000_000;
    private static final int OBJECT_BITS = 28;
    static final int MOST_EPOCHS = 10_000;

    /** @param epochs at most {@value #MOST_EPOCHS} */
    static Builder builder(int epochs, RandomGenerator random) {
        return new Builder(epochs, random);
    }

    /** Not safe from several threads. */
    static final class Builder {
        private final int epochs;
        private final RandomGenerator random;
        private int[] bytes = new int[1024];
        private int[] parts = new int[1024];
        private long[] events = new long[1024];
        private int objects;
        private int count;

        private Builder(int epochs, RandomGenerator random) {
            Require.that(epochs >= 2 && epochs <= MOST_EPOCHS, "epochs", epochs, "2 to " + MOST_EPOCHS);
            this.epochs = epochs;
            this.random = random;
        }

        int objects() {
            return objects;
        }

        void object(int size) {
            Require.that(objects < 1 << OBJECT_BITS, "objects", objects, "fewer than " + (1 << OBJECT_BITS));
            if (objects == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * objects);
                parts = Arrays.copyOf(parts, 2 * objects);
            }
            bytes[objects++] = size;
        }

        /**
         * Objects {@code first} and those that follow are one to clients, written together.
         *
         * @param perEpoch times per epoch, on average
         */
        void writes(int first, int together, double perEpoch) {
            parts[first] = together;
            if (perEpoch <= 0) {
                return;
            }
            double time = random.nextExponential() / perEpoch;
            while (time < epochs) {
                if (count == events.length) {
                    events = Arrays.copyOf(events, Math.addExact(count, count));
                }
                events[count++] = (long) (time * EPOCH_MICROS) << OBJECT_BITS | first;
                time += random.nextExponential() / perEpoch;
            }
        }

        HeatWorkload build(double stretch) {
            return new HeatWorkload(requests(), epochs, stretch);
        }

        private Workload requests() {
            Workload.Builder workload = Workload.builder(NAME, true);
            for (int object = 0; object < objects; object++) {
                workload.object(bytes[object]);
            }
            Arrays.sort(events, 0, count);
            for (int event = 0; event < count; event++) {
                int first = (int) (events[event] & ((1 << OBJECT_BITS) - 1));
                for (int object = first; object < first + parts[first]; object++) {
                    workload.request(events[event] >>> OBJECT_BITS, true, object, 0, bytes[object]);
                }
            }
            workload.request(epochs * EPOCH_MICROS - 1, false, 0, 0, 1);
            return workload.build();
        }
    }
}
