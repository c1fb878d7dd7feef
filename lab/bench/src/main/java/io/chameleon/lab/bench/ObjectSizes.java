package io.chameleon.lab.bench;

import io.chameleon.core.Require;
import io.chameleon.node.units.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** How large written objects are. */
sealed interface ObjectSizes {
    /** Largest object of a run; workers hold one each, in pieces. */
    long MAX = 64L << 30;

    long draw(RandomGenerator random);

    long largest();

    /** The sizes, if they are few and their contents can be kept; otherwise none. */
    List<Long> values();

    /** Parses {@code 4KiB}, {@code 4KiB-64KiB} (any size between, evenly), {@code 4KiB:70,1MiB:30} (weights). */
    static ObjectSizes parse(String text) {
        if (text.indexOf('-') > 0) {
            String[] ends = text.split("-", -1);
            Require.that(ends.length == 2, "--sizes", text, "SIZE-SIZE");
            return new Between(size(ends[0]), size(ends[1]), text);
        }
        List<Long> sizes = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] sizeAndWeight = part.split(":", -1);
            Require.that(sizeAndWeight.length <= 2, "--sizes", part, "SIZE or SIZE:WEIGHT");
            sizes.add(size(sizeAndWeight[0]));
            weights.add(sizeAndWeight.length == 1 ? 1.0 : Weighted.weight("--sizes", sizeAndWeight[1]));
        }
        return new Some(sizes, weights, text);
    }

    private static long size(String text) {
        long size = ByteSize.parse("--sizes", text);
        Require.that(size <= MAX, "--sizes", text, "at most " + ByteSize.exact(MAX));
        return size;
    }

    /** Some sizes by their weights. */
    record Some(List<Long> values, List<Double> weights, String text) implements ObjectSizes {
        @Override
        public long draw(RandomGenerator random) {
            if (values.size() == 1) {
                return values.getFirst();
            }
            double left = random.nextDouble()
                    * weights.stream().mapToDouble(Double::doubleValue).sum();
            for (int i = 0; i < values.size() - 1; i++) {
                left -= weights.get(i);
                if (left < 0) {
                    return values.get(i);
                }
            }
            return values.getLast();
        }

        @Override
        public long largest() {
            return values.stream().mapToLong(Long::longValue).max().orElse(0);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Any size from {@code least} to {@code most}. */
    record Between(long least, long most, String text) implements ObjectSizes {
        public Between {
            Require.that(least <= most, "--sizes", text, "the smaller size first");
        }

        @Override
        public long draw(RandomGenerator random) {
            return random.nextLong(least, most + 1);
        }

        @Override
        public long largest() {
            return most;
        }

        @Override
        public List<Long> values() {
            return List.of();
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
