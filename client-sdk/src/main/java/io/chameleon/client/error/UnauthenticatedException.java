package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The cluster does not know the caller: it sent no credentials, or none that the cluster accepts. */
public final class UnauthenticatedException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public UnauthenticatedException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Give the client a token or a certificate that the cluster accepts.";
    }
}
