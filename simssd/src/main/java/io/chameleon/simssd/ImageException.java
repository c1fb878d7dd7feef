package io.chameleon.simssd;

/** The file is not a usable image of the expected device. Nothing in it was changed. */
public final class ImageException extends FlashException {
    private static final long serialVersionUID = 1;

    public ImageException(String message) {
        super(message, null);
    }
}
