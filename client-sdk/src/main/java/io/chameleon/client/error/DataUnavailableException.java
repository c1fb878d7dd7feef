package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Fewer fragments of the object can be read than its redundancy scheme needs; the message names the servers.
 */
public final class DataUnavailableException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public DataUnavailableException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Bring the servers named in the message back, then try again.";
    }
}
