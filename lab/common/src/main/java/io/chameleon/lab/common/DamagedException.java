package io.chameleon.lab.common;

/** Bytes that nobody wrote. */
public final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    public DamagedException(String message) {
        super(message);
    }
}
