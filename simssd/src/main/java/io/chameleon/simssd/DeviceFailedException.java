package io.chameleon.simssd;

import io.chameleon.core.error.Explained;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/**
 * The image cannot be written, or not be read at all, or has lost many sectors. After a failed write or sync the device
 * takes no more writes, since what reached the disk is unknown: open it again.
 */
public final class DeviceFailedException extends FlashException implements Explained {
    private static final long serialVersionUID = 1;

    /** @param message if it ends with the name of the file that the cause is about, the name is not repeated */
    public DeviceFailedException(String message, IOException cause) {
        super(message + ": " + reason(message, cause), cause);
    }

    private static String reason(String message, IOException cause) {
        // The message of such a cause is the file's name alone.
        String said = cause.getMessage() + (cause instanceof AccessDeniedException ? ": no permission" : "");
        return cause instanceof FileSystemException about
                        && message.endsWith(" " + about.getFile())
                        && said.startsWith(about.getFile() + ": ")
                ? said.substring(about.getFile().length() + 2)
                : said;
    }
}
