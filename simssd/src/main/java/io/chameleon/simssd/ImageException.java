package io.chameleon.simssd;

/** The file is not a usable image of the expected device. The file is unchanged. */
public sealed class ImageException extends FlashException permits ImageFormatException {
    private static final long serialVersionUID = 1;

    public ImageException(String message) {
        super(message, null);
    }
}
