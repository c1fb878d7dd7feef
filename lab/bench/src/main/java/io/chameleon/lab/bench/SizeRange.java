package io.chameleon.lab.bench;

import io.chameleon.core.Require;
import java.util.List;
import java.util.random.RandomGenerator;

/** Any size from {@code least} to {@code most}. */
record SizeRange(long least, long most, String text) implements ObjectSizes {
    public SizeRange {
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
