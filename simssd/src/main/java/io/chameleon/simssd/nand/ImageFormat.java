package io.chameleon.simssd.nand;

import io.chameleon.simssd.FormatVersion;

/**
 * Versions of an image as a whole, in its {@link ImageHeader}. A new version of anything inside (counters, pages) takes
 * a new one here too, so that the header keeps older programs out before they read on.
 */
enum ImageFormat implements FormatVersion {
    /**
     * The first: header, counters, erase counts, pages. A trim was kept in memory alone, and its pages came back after
     * a crash.
     */
    INITIAL(1),
    /**
     * A trim table behind the data, a bad mark in erase counts, health counters: what was trimmed and synced stays
     * away, and bad blocks stay bad. An older program would write to bad blocks and bring trimmed pages back; it
     * refuses the image.
     */
    DURABLE_TRIMS(2),
    /**
     * Device id and cluster id behind the header: a device is known by more than the name of its server. An older
     * program would take the device of another cluster for its own; it refuses the image.
     */
    IDENTITY(3);

    /** The version that is written. */
    static final ImageFormat CURRENT = IDENTITY;

    private final int number;

    ImageFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }
}
