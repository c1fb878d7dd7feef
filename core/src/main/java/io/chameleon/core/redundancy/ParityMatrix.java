package io.chameleon.core.redundancy;

import io.chameleon.core.format.FormatVersion;
import io.chameleon.core.format.UnreadFormatException;

/**
 * The matrix that parity was made with. Its number is in every page of a fragment, so that none is ever decoded with
 * another.
 */
public enum ParityMatrix implements FormatVersion {
    /** Backblaze's systematic Vandermonde matrix over GF(2⁸) with polynomial 0x11D. */
    VANDERMONDE(0),
    /** That of a locally repairable code: XOR of each group, and sums by powers of the coefficients of its data. */
    LOCAL(1);

    private final int number;

    ParityMatrix(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** @throws UnreadFormatException unless the number is one that is decoded with */
    public static ParityMatrix ofNumber(int number) {
        return FormatVersion.of(number, "parity matrix", values());
    }
}
