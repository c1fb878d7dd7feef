package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;

/** A conditional read found the version that the caller has already; no byte was read. */
public final class NotModifiedException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    private final String entityTag;

    public NotModifiedException(ErrorCode code, String message, String entityTag) {
        super(code, message, null);
        this.entityTag = entityTag;
    }

    /** Of the version that was found. */
    public String entityTag() {
        return entityTag;
    }

    @Override
    public String advice() {
        return "Use the copy that you have.";
    }
}
