package io.chameleon.lab.chaos.s3;

/** Nobody said whether the request was carried out. */
public final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isSent;

    /** @param isSent whether it may have been carried out at all */
    UnansweredException(String why, boolean isSent) {
        super(why);
        this.isSent = isSent;
    }

    public boolean isSent() {
        return isSent;
    }
}
