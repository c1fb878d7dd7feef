package io.chameleon.core;

/** How long the client expects the data of a write to live; advice for the device. */
public enum WriteHint {
    /** The client does not know; devices treat the data as {@link #COLD}. */
    UNKNOWN(0),
    /** Expected to be overwritten or deleted soon. */
    HOT(1),
    /** Expected to live long. */
    COLD(2);

    private final int code;

    WriteHint(int code) {
        this.code = code;
    }

    /** Its number on the wire: a code is never changed and never used again. */
    public int code() {
        return code;
    }

    /** {@link #UNKNOWN} for a code that this build does not know: a hint is no reason to refuse a write. */
    public static WriteHint ofCode(int code) {
        return switch (code) {
            case 1 -> HOT;
            case 2 -> COLD;
            default -> UNKNOWN;
        };
    }
}
