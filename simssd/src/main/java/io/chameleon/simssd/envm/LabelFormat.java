package io.chameleon.simssd.envm;

import io.chameleon.simssd.FormatVersion;

/** Versions of the label of a location in an ENVM image. */
enum LabelFormat implements FormatVersion {
    /** The first. */
    INITIAL(1);

    /** The version that is written. */
    static final LabelFormat CURRENT = INITIAL;

    private static final LabelFormat[] ALL = values();

    private final int number;

    LabelFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** @throws io.chameleon.simssd.ImageFormatException unless it is one that is read */
    static void require(int number) {
        if (number != INITIAL.number) {
            LabelFormat _ = FormatVersion.of(number, "ENVM label format", ALL);
        }
    }
}
