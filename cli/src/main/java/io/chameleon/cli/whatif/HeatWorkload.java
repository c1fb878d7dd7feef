package io.chameleon.cli.whatif;

import io.chameleon.core.Require;
import io.chameleon.emulator.workload.Workload;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Writes as heat foretells them: each object whole, at random (Poisson) times, as often in every epoch as in the next. Immutable.
 *
 * <p>A read of one byte at the very end makes the run as long as its epochs.
 */
final class HeatWorkload {
    private static final String NAME = "from cluster";
    private static final long EPOCH_MICROS = 1_000_000;
    private static final int OBJECT_BITS = 28;

    private final int epochs;
    private final int[] bytes;
    private final int[] parts;
    private final long[] events;
    private final double stretch;

    private HeatWorkload(Builder builder, double stretch) {
        this.epochs = builder.epochs;
        this.bytes = Arrays.copyOf(builder.bytes, builder.objects);
        this.parts = Arrays.copyOf(builder.parts, builder.objects);
        this.events = Arrays.copyOf(builder.events, builder.count);
        this.stretch = stretch;
        Arrays.sort(events);
    }

    /** @param epochs at most {@value #MOST_EPOCHS} */
    static Builder builder(int epochs, RandomGenerator random) {
        return new Builder(epochs, random);
    }

    static final int MOST_EPOCHS = 10_000;

    int epochs() {
        return epochs;
    }

    /** Epochs of the cluster that one of the run stands for. */
    double stretch() {
        return stretch;
    }

    /** The first epochs of it: the same requests in the same epochs whatever their number. */
    Workload first(int count) {
        Workload.Builder workload = Workload.builder(NAME, true);
        for (int size : bytes) {
            workload.object(size);
        }
        long end = count * EPOCH_MICROS - 1;
        for (long event : events) {
            long micros = event >>> OBJECT_BITS;
            if (micros >= end) {
                break;
            }
            int first = (int) (event & ((1 << OBJECT_BITS) - 1));
            for (int i = first; i < first + parts[first]; i++) {
                workload.request(micros, true, i, 0, bytes[i]);
            }
        }
        workload.request(end, false, 0, 0, 1);
        return workload.build();
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
            return new HeatWorkload(this, stretch);
        }
    }
}
