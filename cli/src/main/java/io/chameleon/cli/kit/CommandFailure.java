package io.chameleon.cli.kit;

import io.chameleon.core.error.Explained;
import org.jspecify.annotations.Nullable;

/** A command could not do what it was asked to; the message says why, in one line. */
public final class CommandFailure extends RuntimeException implements Explained {
    private static final long serialVersionUID = 1L;

    public CommandFailure(String message) {
        this(message, null);
    }

    public CommandFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
