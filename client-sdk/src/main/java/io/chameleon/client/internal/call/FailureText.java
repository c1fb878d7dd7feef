package io.chameleon.client.internal.call;

import java.nio.file.FileSystemException;

/** What the caller's own file, stream or provider says of its failure. */
public final class FailureText {
    private FailureText() {}

    /** The message, with the class of an exception that says what is wrong by its class alone. */
    public static String of(Exception failure) {
        String message = failure.getMessage();
        boolean saysTheFileAlone = failure instanceof FileSystemException file && file.getReason() == null;
        return message == null || saysTheFileAlone ? failure.toString() : message;
    }
}
