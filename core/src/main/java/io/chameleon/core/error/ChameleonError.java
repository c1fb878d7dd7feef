package io.chameleon.core.error;

import org.jspecify.annotations.Nullable;

/** An error with a stable code, as it travels between processes. The SDK turns it into its own sealed family. */
public class ChameleonError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public ChameleonError(ErrorCode code, String message) {
        this(code, message, null);
    }

    public ChameleonError(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
