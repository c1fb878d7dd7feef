package io.chameleon.simssd.nand;

import io.chameleon.simssd.FormatVersion;

/** Versions of a page's out-of-band area ({@link OobFormat}). */
enum PageFormat implements FormatVersion {
    /** The first. */
    INITIAL(1);

    /** The version that is written. */
    static final PageFormat CURRENT = INITIAL;

    private static final PageFormat[] ALL = values();

    private final int number;

    PageFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** @throws io.chameleon.simssd.ImageFormatException unless it is one that is read */
    static void require(int number) {
        if (number != INITIAL.number) {
            PageFormat _ = FormatVersion.of(number, "page format", ALL);
        }
    }
}
