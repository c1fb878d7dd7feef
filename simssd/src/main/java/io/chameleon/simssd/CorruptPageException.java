package io.chameleon.simssd;

/** The stored page is damaged: read another copy of the data. Rewriting or trimming the page heals it. */
public final class CorruptPageException extends FlashException {
    private static final long serialVersionUID = 1;

    public CorruptPageException(long logicalPage) {
        super("logical page " + logicalPage + " is corrupt: stored checksum does not match", null);
    }
}
