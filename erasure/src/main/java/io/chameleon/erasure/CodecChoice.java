package io.chameleon.erasure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of the self-test.
 *
 * @param kind the fastest
 * @param megabytesPerSecond data of a 4+2 stripe of 64 KiB encoded and decoded on one thread, in 10^6 bytes, by each
 *     codec that works here; a quick measurement, good enough for a ranking
 */
public record CodecChoice(CodecKind kind, Map<CodecKind, Long> megabytesPerSecond) {
    public CodecChoice {
        megabytesPerSecond = Collections.unmodifiableMap(new EnumMap<>(megabytesPerSecond));
    }

    static CodecChoice fastest(Map<CodecKind, Long> megabytesPerSecond) {
        CodecKind kind = Collections.max(megabytesPerSecond.entrySet(), Map.Entry.comparingByValue())
                .getKey();
        return new CodecChoice(kind, megabytesPerSecond);
    }

    /** For a log line. */
    @Override
    public String toString() {
        return kind + ", the fastest here of "
                + megabytesPerSecond.entrySet().stream()
                        .map(codec -> codec.getKey() + " " + codec.getValue() + " MB/s")
                        .collect(Collectors.joining(", "));
    }
}
