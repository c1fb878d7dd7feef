package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;

/** As many operations of this client run and wait as it was built for; this one was not begun. */
public final class ClientBusyException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public ClientBusyException(ErrorCode code, String message) {
        super(code, message, null);
    }

    @Override
    public String advice() {
        return "Call again when other operations have ended, or build the client with a larger operation window.";
    }
}
