package io.chameleon.lab.bench;

import io.chameleon.core.Require;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Shares of operations; those of YCSB's core workloads by their letters.
 *
 * @param shares of each operation in it, above 0; they sum up to 1
 * @param keys how objects are chosen by default
 */
record Mix(String name, Map<Operation, Double> shares, KeyDistribution keys) {
    private static final Map<String, String> NAMED = Map.of(
            "a", "read=50,update=50",
            "b", "read=95,update=5",
            "c", "read=100",
            "d", "read=95,insert=5",
            "e", "scan=95,insert=5",
            "f", "read=50,read-modify-write=50",
            "put", "update=100",
            "get", "read=100",
            "head", "head=100");

    Mix {
        shares = Map.copyOf(shares);
    }

    /** Parses {@code a} to {@code f}, {@code put}, {@code get}, {@code head}, or {@code read=70,update=30}. */
    static Mix parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        String shares = NAMED.getOrDefault(name, name);
        Require.that(
                shares.contains("="), "--mix", text, "a to f, put, get, head, or shares such as read=70,update=30");
        return new Mix(name, normalised(shares), name.equals("d") ? KeyDistribution.LATEST : KeyDistribution.SCRAMBLED);
    }

    private static Map<Operation, Double> normalised(String text) {
        Map<Operation, Double> weights = new EnumMap<>(Operation.class);
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            Operation operation =
                    Operation.ofLabel(part.substring(0, Math.max(0, equals)).strip());
            Require.that(
                    weights.put(operation, Weighted.weight("--mix", part.substring(equals + 1))) == null,
                    "--mix",
                    text,
                    "each operation once");
        }
        double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        weights.replaceAll((operation, weight) -> weight / sum);
        return weights;
    }

    Operation draw(RandomGenerator random) {
        double left = random.nextDouble();
        Operation last = Operation.READ;
        for (Operation operation : Operation.values()) {
            double share = shares.getOrDefault(operation, 0.0);
            if (share > 0) {
                last = operation;
                left -= share;
                if (left < 0) {
                    return operation;
                }
            }
        }
        return last;
    }

    @Override
    public String toString() {
        String parts = shares.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(share -> share.getKey().label() + " " + Math.round(share.getValue() * 1000) / 10.0 + " %")
                .collect(Collectors.joining(", "));
        return name + " (" + parts + ")";
    }
}
