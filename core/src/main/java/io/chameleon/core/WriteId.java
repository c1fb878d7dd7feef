package io.chameleon.core;

import java.util.HexFormat;
import java.util.function.LongUnaryOperator;

/**
 * The permanent, unique id of one write of one object. It has 128 bits: the first 48 are the writer's milliseconds
 * since 1970, the rest a counter and random bits. Ids are ordered by time, as unsigned numbers, so the id alone gives
 * the age.
 *
 * @param high milliseconds &lt;&lt; 16 | counter
 * @param low random, or the digest of a key that its creator can show ({@link WriteKeys})
 */
public record WriteId(long high, long low) implements Comparable<WriteId> {
    public static final int BYTES = 16;
    private static final int DIGITS = 32;
    private static final int TIME_SHIFT = 16;

    /** Milliseconds since 1970 at which the write began, by the writer's clock. */
    public long epochMillis() {
        return high >>> TIME_SHIFT;
    }

    static WriteId of(long epochMillis, int counter, LongUnaryOperator low) {
        long high = epochMillis << TIME_SHIFT | (counter & 0xFFFF);
        return new WriteId(high, low.applyAsLong(high));
    }

    /** The least id of this millisecond, or its place in the order. */
    public static WriteId firstOf(long epochMillis) {
        return new WriteId(epochMillis << TIME_SHIFT, 0);
    }

    /** Parses the 32 hexadecimal digits of {@link #toString()}. */
    public static WriteId parse(String text) {
        boolean isId = text.length() == DIGITS && Ascii.startsWithLowerHex(text, DIGITS);
        Require.that(isId, "write id", text, "32 lower-case hexadecimal digits");
        return new WriteId(HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
    }

    @Override
    public int compareTo(WriteId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
