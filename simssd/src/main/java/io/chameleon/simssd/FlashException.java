package io.chameleon.simssd;

import org.jspecify.annotations.Nullable;

/** A device error that is not misuse of its methods. */
public abstract sealed class FlashException extends RuntimeException
        permits CorruptPageException,
                DeviceFailedException,
                DeviceFullException,
                DeviceReadOnlyException,
                ImageException,
                PowerLossException,
                UnmappedPageException {
    private static final long serialVersionUID = 1;

    FlashException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
