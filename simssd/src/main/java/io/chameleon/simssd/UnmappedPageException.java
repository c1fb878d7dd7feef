package io.chameleon.simssd;

/** The page was never written, or was trimmed. */
public final class UnmappedPageException extends FlashException {
    private static final long serialVersionUID = 1;

    public UnmappedPageException(long logicalPage) {
        super("logical page " + logicalPage + " holds nothing", null);
    }
}
