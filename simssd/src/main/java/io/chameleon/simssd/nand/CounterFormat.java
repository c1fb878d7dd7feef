package io.chameleon.simssd.nand;

import io.chameleon.simssd.FormatVersion;

/** Versions of a slot of {@link CounterSlots}. */
enum CounterFormat implements FormatVersion {
    /** The first: {@code durableSequence} to {@code victimLivePages}, 72 bytes. */
    INITIAL(1, 72),
    /**
     * Health counters behind the others, 120 bytes, for a SMART report. Came with {@link ImageFormat#DURABLE_TRIMS},
     * whose header keeps older programs from reading a slot that they would take for damaged.
     */
    HEALTH(2, 120);

    /** The version that is written. */
    static final CounterFormat CURRENT = HEALTH;

    private final int number;
    private final int bytes;

    CounterFormat(int number, int bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    @Override
    public int number() {
        return number;
    }

    /** Of a slot, checksum included. */
    int bytes() {
        return bytes;
    }
}
