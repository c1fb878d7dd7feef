package io.chameleon.core.format;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;

/** Stored bytes are of a version that this program does not read. They are not damaged, and must stay as they are. */
public final class UnreadFormatException extends ChameleonError {
    private static final long serialVersionUID = 1L;

    /** @param message one line that names the format, the version found and those that are read */
    public UnreadFormatException(String message) {
        super(ErrorCode.FORMAT_NOT_READ, message);
    }

    UnreadFormatException(String what, int found, int lowest, int highest) {
        this(text(what, found, lowest, highest));
    }

    private static String text(String what, int found, int lowest, int highest) {
        String read = lowest == highest ? "" + lowest : lowest + " to " + highest;
        return what + " " + found + " is " + (found > highest ? "newer" : "older") + " than this program, which reads "
                + read;
    }
}
