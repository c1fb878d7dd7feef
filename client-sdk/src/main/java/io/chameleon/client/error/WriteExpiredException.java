package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The write took longer than the metadata service's grace period, or there is clock skew between the two. Nothing was
 * written.
 */
public final class WriteExpiredException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public WriteExpiredException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Write again, with a faster source; compare the clocks.";
    }
}
