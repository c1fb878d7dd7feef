package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The cluster does not know the caller: it sent no credentials, or none that the cluster accepts. Or TLS failed, as
 * where the client does not trust the cluster's certificate.
 */
public final class UnauthenticatedException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public UnauthenticatedException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        Throwable refused = getCause();
        return refused != null && refused.getCause() instanceof SSLException
                ? "Look at the client's certificate, and at the authorities that it trusts."
                : "Give the client a token or a certificate that the cluster accepts.";
    }
}
