package io.chameleon.lab.chaos.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all clients did in the bucket that keeps versions, key by key. Filled by many threads. */
public final class VersionsHistory {
    private final KeyedLog<VersionedCall> log;

    /** @param keys how many there are, numbered from 0 */
    public VersionsHistory(int keys) {
        log = new KeyedLog<>(keys);
    }

    public void add(int key, VersionedCall call) {
        log.add(key, call);
    }

    public int keys() {
        return log.keys();
    }

    /** Calls that were answered. */
    public long answered() {
        return log.all().filter(VersionedCall::isAnswered).count();
    }

    /**
     * For each key with an impossible history, why it is impossible. Each key must have been listed at last, after
     * everything else that was answered.
     */
    public Map<Integer, String> violations() {
        return log.violations(calls -> new WitnessedVersions(calls).violation());
    }

    /**
     * One line for each call, {@code key,kind,outcome,number,replaces,version,listed,start_ns,end_ns}, gzipped. A
     * listing is {@code version=number} and so on, with spaces between them.
     */
    public void write(Path file, IntFunction<String> names) throws IOException {
        HistoryFile.write(
                file,
                "key,kind,outcome,number,replaces,version,listed,start_ns,end_ns",
                log,
                names,
                call -> Stream.of(
                        call.kind(),
                        call.outcome(),
                        call.number(),
                        call.replaces(),
                        call.version(),
                        call.listed().stream()
                                .map(line -> line.version() + "=" + line.number())
                                .collect(Collectors.joining(" ")),
                        call.start(),
                        call.end()));
    }
}
