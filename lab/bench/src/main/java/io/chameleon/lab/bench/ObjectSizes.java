package io.chameleon.lab.bench;

import io.chameleon.core.Require;
import io.chameleon.node.units.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** How large written objects are. */
sealed interface ObjectSizes permits SizeRange, WeightedSizes {
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
            return new SizeRange(size(ends[0]), size(ends[1]), text);
        }
        List<Long> sizes = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] sizeAndWeight = part.split(":", -1);
            Require.that(sizeAndWeight.length <= 2, "--sizes", part, "SIZE or SIZE:WEIGHT");
            sizes.add(size(sizeAndWeight[0]));
            weights.add(sizeAndWeight.length == 1 ? 1.0 : Weighted.weight("--sizes", sizeAndWeight[1]));
        }
        return new WeightedSizes(sizes, weights, text);
    }

    private static long size(String text) {
        long size = ByteSize.parse("--sizes", text);
        Require.that(size <= MAX, "--sizes", text, "at most " + ByteSize.exact(MAX));
        return size;
    }
}
