package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FormatVersion;

/** Versions of a {@link Checkpoint}. One that is not known is not read: the mount scans the image instead. */
enum CheckpointFormat implements FormatVersion {
    /** The first. */
    INITIAL(1);

    /** The version that is written, and the only one that is read. */
    static final CheckpointFormat CURRENT = INITIAL;

    private final int number;

    CheckpointFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }
}
