package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The metadata service, or too many of the servers needed for a write, cannot be reached or take no work; or
 * this process has too little memory. Nothing was changed.
 */
public final class UnavailableException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return getCause() instanceof OutOfMemoryError
                ? "Give the process more memory, or have it do less at a time."
                : "Try again later; look at the servers named in the message.";
    }
}
