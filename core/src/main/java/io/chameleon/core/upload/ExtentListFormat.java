package io.chameleon.core.upload;

import io.chameleon.core.format.FormatVersion;

/** Versions of an {@link ExtentList} on flash. */
enum ExtentListFormat implements FormatVersion {
    /** The first: what a composed version is, and its extents of 32 bytes each. */
    INITIAL(1);

    /** The version that is written. */
    static final ExtentListFormat CURRENT = INITIAL;

    private final int number;

    ExtentListFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** @throws io.chameleon.core.format.UnreadFormatException unless the number is one that is read */
    static void require(int number) {
        ExtentListFormat unused = FormatVersion.of(number, "format of an extent list", values());
    }
}
