package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Fewer fragments of the object can be read than its redundancy scheme needs; the message names the servers. With the
 * code {@link ErrorCode#FORMAT_NOT_READ} they are there, in a format that this release does not read.
 */
public final class DataUnavailableException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public DataUnavailableException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return code() == ErrorCode.FORMAT_NOT_READ
                ? "Nothing is damaged: read the object with a release that knows its format (docs/reference/formats.md),"
                        + " and write it again with this one."
                : "Bring the servers named in the message back, then try again.";
    }
}
