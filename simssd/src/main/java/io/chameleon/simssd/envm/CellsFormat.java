package io.chameleon.simssd.envm;

import io.chameleon.simssd.FormatVersion;

/** Versions of an ENVM image as a whole, in its header. A new version of its labels takes a new one here too. */
enum CellsFormat implements FormatVersion {
    /** The first: nothing says whose the pages are. */
    INITIAL(1, 24),
    /**
     * The id of the flash device, so that pages of one never reach another. An older program finds no checksum where it
     * looks for it, and refuses the image as damaged.
     */
    DEVICE(2, 40);

    /** The version that is written. */
    static final CellsFormat CURRENT = DEVICE;

    private final int number;
    private final int checkedBytes;

    CellsFormat(int number, int checkedBytes) {
        this.number = number;
        this.checkedBytes = checkedBytes;
    }

    @Override
    public int number() {
        return number;
    }

    /**
     * Bytes of the header that its checksum covers; it stands behind them. Later versions leave it where
     * {@link #DEVICE} has it.
     */
    int checkedBytes() {
        return checkedBytes;
    }
}
