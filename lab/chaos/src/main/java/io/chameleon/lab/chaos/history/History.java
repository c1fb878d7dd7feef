package io.chameleon.lab.chaos.history;

import io.chameleon.lab.common.linearizability.Operation;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** What all clients did, key by key; some 60 bytes for each operation. Filled by many threads. */
public final class History {
    private final List<List<Operation>> byKey;

    /** @param keys how many there are, numbered from 0 */
    public History(int keys) {
        byKey = IntStream.range(0, keys)
                .<List<Operation>>mapToObj(key -> new ArrayList<>())
                .toList();
    }

    public void add(int key, Operation operation) {
        List<Operation> operations = byKey.get(key);
        synchronized (operations) {
            operations.add(operation);
        }
    }

    public int keys() {
        return byKey.size();
    }

    /** A copy of one key's operations. */
    public List<Operation> of(int key) {
        List<Operation> operations = byKey.get(key);
        synchronized (operations) {
            return List.copyOf(operations);
        }
    }

    /** All operations, key by key. */
    public Stream<Operation> all() {
        return IntStream.range(0, keys()).mapToObj(this::of).flatMap(List::stream);
    }

    /** For each key with an impossible history, why it is impossible, in the order of the keys. */
    public Map<Integer, String> violations() {
        Map<Integer, String> found = new TreeMap<>();
        IntStream.range(0, keys())
                .parallel()
                .forEach(key -> KeyChecker.violation(of(key)).ifPresent(why -> {
                    synchronized (found) {
                        found.put(key, why);
                    }
                }));
        return found;
    }

    /**
     * One line for each operation, {@code key,kind,outcome,value,expected,start_ns,end_ns}, gzipped, so that anyone can
     * repeat the check.
     */
    public void write(Path file, IntFunction<String> names) throws IOException {
        try (BufferedWriter out = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            out.write("key,kind,outcome,value,expected,start_ns,end_ns\n");
            for (int key = 0; key < keys(); key++) {
                String name = names.apply(key);
                for (Operation one : of(key)) {
                    out.write(name
                            + ','
                            + one.kind()
                            + ','
                            + one.outcome()
                            + ','
                            + one.value()
                            + ','
                            + one.expected()
                            + ','
                            + one.start()
                            + ','
                            + one.end()
                            + '\n');
                }
            }
        }
    }
}
