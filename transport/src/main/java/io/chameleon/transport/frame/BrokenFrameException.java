package io.chameleon.transport.frame;

/** The bytes are not a frame, or a damaged one. The start of the next frame is unknown, so the connection ends. */
public final class BrokenFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenFrameException(String message) {
        // Hostile peers can cause it at will: no stack trace.
        super(message, null, false, false);
    }

    /** Numbers are formatted only on failure: this runs for every frame. */
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
