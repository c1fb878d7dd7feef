package io.chameleon.lab.chaos.history;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** What all clients did in the bucket that keeps versions, key by key. Filled by many threads. */
public final class VersionsHistory {
    private final List<List<VersionedCall>> byKey;

    /** @param keys how many there are, numbered from 0 */
    public VersionsHistory(int keys) {
        byKey = IntStream.range(0, keys)
                .<List<VersionedCall>>mapToObj(key -> new ArrayList<>())
                .toList();
    }

    public void add(int key, VersionedCall call) {
        List<VersionedCall> calls = byKey.get(key);
        synchronized (calls) {
            calls.add(call);
        }
    }

    public int keys() {
        return byKey.size();
    }

    private List<VersionedCall> of(int key) {
        List<VersionedCall> calls = byKey.get(key);
        synchronized (calls) {
            return List.copyOf(calls);
        }
    }

    /** Calls that were answered. */
    public long answered() {
        return IntStream.range(0, keys())
                .mapToObj(this::of)
                .flatMap(List::stream)
                .filter(VersionedCall::isAnswered)
                .count();
    }

    /**
     * For each key with an impossible history, why it is impossible. Each key must have been listed at last, after
     * everything else that was answered.
     */
    public Map<Integer, String> violations() {
        Map<Integer, String> found = new TreeMap<>();
        IntStream.range(0, keys())
                .parallel()
                .forEach(key -> new WitnessedVersions(of(key)).violation().ifPresent(why -> {
                    synchronized (found) {
                        found.put(key, why);
                    }
                }));
        return found;
    }

    /**
     * One line for each call, {@code key,kind,outcome,number,replaces,version,listed,start_ns,end_ns}, gzipped. A
     * listing is {@code version=number} and so on, with spaces between them.
     */
    public void write(Path file, IntFunction<String> names) throws IOException {
        try (BufferedWriter out = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            out.write("key,kind,outcome,number,replaces,version,listed,start_ns,end_ns\n");
            for (int key = 0; key < keys(); key++) {
                for (VersionedCall call : of(key)) {
                    out.write(Stream.of(
                                    names.apply(key),
                                    call.kind(),
                                    call.outcome(),
                                    call.number(),
                                    call.replaces(),
                                    call.version(),
                                    call.listed().stream()
                                            .map(line -> line.version() + "=" + line.number())
                                            .collect(Collectors.joining(" ")),
                                    call.start(),
                                    call.end())
                            .map(Object::toString)
                            .collect(Collectors.joining(",", "", "\n")));
                }
            }
        }
    }
}
