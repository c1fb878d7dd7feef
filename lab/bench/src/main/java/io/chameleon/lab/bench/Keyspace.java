package io.chameleon.lab.bench;

import java.util.BitSet;

/**
 * Objects by number. Those below {@link #count()} certainly exist; an insert adds one above them. Safe from any thread.
 */
final class Keyspace {
    private final BitSet inserted = new BitSet();
    private final int first;
    private int claimed;
    private volatile int count;

    Keyspace(int objects) {
        first = objects;
        claimed = objects;
        count = objects;
    }

    int count() {
        return count;
    }

    /** All numbers ever assigned, failed inserts included. */
    synchronized int claimed() {
        return claimed;
    }

    /** The number of a new object. */
    synchronized int claim() {
        return claimed++;
    }

    /** That object exists; others claimed before it may not exist yet. */
    synchronized void inserted(int number) {
        inserted.set(number - first);
        count = first + inserted.nextClearBit(count - first);
    }

    static String key(int number) {
        String digits = Integer.toString(number);
        return "object-" + "0".repeat(10 - digits.length()) + digits;
    }
}
