package io.chameleon.lab.simulation.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Clients' operations and their answers, by key. */
public final class History {
    private final Map<String, List<Operation>> byKey = new TreeMap<>();
    private long operations;

    public void add(String key, Operation operation) {
        byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(operation);
        operations++;
    }

    public long operations() {
        return operations;
    }

    /** The first key whose operations are not linearizable, and why. */
    public Optional<String> violation() {
        for (Map.Entry<String, List<Operation>> key : byKey.entrySet()) {
            Optional<String> violation = RegisterCheck.violation(key.getValue());
            if (violation.isPresent()) {
                return Optional.of("object " + key.getKey() + " is not linearizable: " + violation.get());
            }
        }
        return Optional.empty();
    }
}
