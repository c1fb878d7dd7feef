package io.chameleon.lab.chaos.load;

import io.chameleon.core.error.ErrorCode;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Counts of the clients' outcomes. Filled by many threads. */
public final class Tally {
    private final LongAdder acknowledged = new LongAdder();
    private final Map<ErrorCode, LongAdder> errors = new ConcurrentHashMap<>();
    private final Queue<String> damage = new ConcurrentLinkedQueue<>();

    Tally() {}

    void acknowledged() {
        acknowledged.increment();
    }

    void failed(ErrorCode code) {
        errors.computeIfAbsent(code, any -> new LongAdder()).increment();
    }

    void damaged(String what) {
        damage.add(what);
    }

    /** Operations whose outcome the store reported. */
    public long acknowledgedOperations() {
        return acknowledged.sum();
    }

    /** Operations that ended with an error, by its code. */
    public Map<ErrorCode, Long> errors() {
        Map<ErrorCode, Long> counts = new TreeMap<>();
        errors.forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }

    /** Reads of bytes that no client wrote. */
    public Queue<String> damage() {
        return damage;
    }
}
