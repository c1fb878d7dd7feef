package io.chameleon.transport.frame;

/** The bytes are not a frame, or a damaged one. The start of the next frame is unknown, so the connection ends. */
public final class BrokenFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The first three bytes of {@code HTTP/1.1}. */
    private static final int HTTP = 'H' << 16 | 'T' << 8 | 'T';

    /** The first two bytes of a TLS record (RFC 8446, 5.1) that refuses what came before it. */
    private static final int TLS_ALERT = 0x1503;

    private final String sender;

    public BrokenFrameException(String message) {
        this(message, "");
    }

    private BrokenFrameException(String message, String sender) {
        // Hostile peers can cause it at will: no stack trace.
        super(message, null, false, false);
        this.sender = sender;
    }

    /** Who may have sent this, if it is the first that came; "" if the bytes do not tell. */
    public String sender() {
        return sender;
    }

    static void requireMagic(int given, int expected) {
        if (given != expected) {
            throw new BrokenFrameException(
                    "frame magic: '" + Integer.toHexString(given) + "' given, expected "
                            + Integer.toHexString(expected),
                    senderOf(given));
        }
    }

    private static String senderOf(int magic) {
        if (magic == HTTP) {
            return "an HTTP server, such as an admin page, an S3 gateway or a proxy";
        }
        return magic >> 8 == TLS_ALERT ? "a server that expects TLS" : "no process of Chameleon's";
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
