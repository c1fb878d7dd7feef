package io.chameleon.lab.chaos.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What was done, key by key. Filled by many threads. */
final class KeyedLog<T> {
    private final List<List<T>> byKey;

    /** @param keys how many there are, numbered from 0 */
    KeyedLog(int keys) {
        byKey = IntStream.range(0, keys)
                .<List<T>>mapToObj(key -> new ArrayList<>())
                .toList();
    }

    void add(int key, T entry) {
        List<T> entries = byKey.get(key);
        synchronized (entries) {
            entries.add(entry);
        }
    }

    int keys() {
        return byKey.size();
    }

    /** A copy of one key's entries. */
    List<T> of(int key) {
        List<T> entries = byKey.get(key);
        synchronized (entries) {
            return List.copyOf(entries);
        }
    }

    /** All entries, key by key. */
    Stream<T> all() {
        return IntStream.range(0, keys()).mapToObj(this::of).flatMap(List::stream);
    }

    /** For each key whose entries are impossible, why, in the order of the keys. Takes as many cores as there are. */
    Map<Integer, String> violations(Function<List<T>, Optional<String>> check) {
        Map<Integer, String> found = new TreeMap<>();
        IntStream.range(0, keys())
                .parallel()
                .forEach(key -> check.apply(of(key)).ifPresent(why -> {
                    synchronized (found) {
                        found.put(key, why);
                    }
                }));
        return found;
    }
}
