package io.chameleon.lab.bench;

import java.util.List;
import java.util.random.RandomGenerator;

/** Some sizes by their weights. */
record WeightedSizes(List<Long> values, List<Double> weights, String text) implements ObjectSizes {
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
