package io.chameleon.transport.frame;

/** The bytes are no frame, or a damaged one. Where the next frame begins cannot be known, so the connection ends. */
public final class BrokenFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenFrameException(String message) {
        // Hostile peers cause it at will: no stack.
        super(message, null, false, false);
    }

    /** The texts of numbers are made when there is something to say: this runs for every frame. */
    static void requireHex(boolean condition, String what, int given, int expected) {
        if (!condition) {
            require(false, what, Integer.toHexString(given), Integer.toHexString(expected));
        }
    }

    static void require(boolean condition, String what, Object given, Object expected) {
        if (!condition) {
            throw new BrokenFrameException("frame " + what + ": '" + given + "' given, expected " + expected);
        }
    }
}
