package io.chameleon.simssd;

/**
 * The file, or a page in it, is of a version that this program does not read. It is not damaged, and stays as it is.
 */
public final class ImageFormatException extends ImageException {
    private static final long serialVersionUID = 1;

    public ImageFormatException(String message) {
        super(message);
    }
}
