package io.chameleon.simssd;

import io.chameleon.core.error.Explained;
import java.io.IOException;

/**
 * The image cannot be written, or not be read at all, or has lost many sectors. After a failed write or sync the device
 * takes no more writes, since what reached the disk is unknown: open it again.
 */
public final class DeviceFailedException extends FlashException implements Explained {
    private static final long serialVersionUID = 1;

    public DeviceFailedException(String message, IOException cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
