package io.chameleon.simssd;

import io.chameleon.core.error.Explained;

/** The file is not a usable image of the expected device. The file is unchanged. */
public sealed class ImageException extends FlashException implements Explained permits ImageFormatException {
    private static final long serialVersionUID = 1;

    public ImageException(String message) {
        super(message, null);
    }
}
