package io.chameleon.lab.chaos.history;

import io.chameleon.lab.common.linearizability.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** What all clients did, key by key; some 60 bytes for each operation. Filled by many threads. */
public final class History {
    private final KeyedLog<Operation> log;

    /** @param keys how many there are, numbered from 0 */
    public History(int keys) {
        log = new KeyedLog<>(keys);
    }

    public void add(int key, Operation operation) {
        log.add(key, operation);
    }

    public int keys() {
        return log.keys();
    }

    /** A copy of one key's operations. */
    public List<Operation> of(int key) {
        return log.of(key);
    }

    /** All operations, key by key. */
    public Stream<Operation> all() {
        return log.all();
    }

    /** For each key with an impossible history, why it is impossible, in the order of the keys. */
    public Map<Integer, String> violations() {
        return log.violations(KeyChecker::violation);
    }

    /**
     * One line for each operation, {@code key,kind,outcome,value,expected,start_ns,end_ns}, gzipped, so that anyone can
     * repeat the check.
     */
    public void write(Path file, IntFunction<String> names) throws IOException {
        HistoryFile.write(
                file,
                "key,kind,outcome,value,expected,start_ns,end_ns",
                log,
                names,
                one -> Stream.of(one.kind(), one.outcome(), one.value(), one.expected(), one.start(), one.end()));
    }
}
