package io.chameleon.lab.chaos.load;

import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Counts of the clients' outcomes. Filled by many threads. */
public final class Tally {
    private final LongAdder acknowledged = new LongAdder();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final Queue<String> damage = new ConcurrentLinkedQueue<>();

    Tally() {}

    void acknowledged() {
        acknowledged.increment();
    }

    /** @param why a short code */
    void failed(String why) {
        errors.computeIfAbsent(why, any -> new LongAdder()).increment();
    }

    void damaged(String what) {
        damage.add(what);
    }

    /** Operations whose outcome the store reported. */
    public long acknowledgedOperations() {
        return acknowledged.sum();
    }

    /** Operations that ended with an error, by its code; those of S3 begin with that. */
    public Map<String, Long> errors() {
        Map<String, Long> counts = new TreeMap<>();
        errors.forEach((why, count) -> counts.put(why, count.sum()));
        return counts;
    }

    /** Reads of bytes that no client wrote, and answers that no fault explains. */
    public Queue<String> damage() {
        return damage;
    }
}
