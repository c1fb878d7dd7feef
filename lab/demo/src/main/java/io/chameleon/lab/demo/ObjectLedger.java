package io.chameleon.lab.demo;

import java.util.concurrent.atomic.AtomicLong;

/** Which version of each extent was acknowledged last, and which may have been written since. One writer per extent. */
final class ObjectLedger {
    private final int[] acknowledged;
    private final int[] attempted;
    private final AtomicLong failures = new AtomicLong();

    ObjectLedger(int extents) {
        acknowledged = new int[extents];
        attempted = new int[extents];
    }

    /** The version to write next; versions count from 1. */
    int begin(int extent) {
        return ++attempted[extent];
    }

    void acknowledge(int extent, int version) {
        acknowledged[extent] = version;
    }

    void fail() {
        failures.incrementAndGet();
    }

    long failures() {
        return failures.get();
    }

    int acknowledged(int extent) {
        return acknowledged[extent];
    }

    /** Versions above the acknowledged one up to this one may have been written without an acknowledgement. */
    int attempted(int extent) {
        return attempted[extent];
    }
}
