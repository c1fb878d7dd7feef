package io.chameleon.s3.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends a request with a row of {@link S3Error}. Details become elements of the error document, after the message, such
 * as {@code BucketName} or {@code ArgumentName}.
 *
 * <p>Only a server's fault has a stack trace: clients can cause the others at will, and a trace costs more than the
 * answer.
 */
public final class S3Exception extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SERVER_FAULT = 500;

    private final S3Error error;
    private final Map<String, String> details = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();

    public S3Exception(S3Error error) {
        this(error, error.message());
    }

    public S3Exception(S3Error error, String message) {
        this(error, message, null);
    }

    public S3Exception(S3Error error, String message, @Nullable Throwable cause) {
        super(oneLine(message), cause, false, error.status() == SERVER_FAULT);
        this.error = error;
    }

    /** Messages quote clients and are logged: nobody may write a line of their own there. */
    private static String oneLine(String message) {
        StringBuilder line = null;
        for (int i = 0; i < message.length(); i++) {
            if (Character.isISOControl(message.charAt(i))) {
                line = line == null ? new StringBuilder(message) : line;
                line.setCharAt(i, '?');
            }
        }
        return line == null ? message : line.toString();
    }

    /** Adds an element to the error document. */
    public S3Exception with(String element, String value) {
        details.put(element, value);
        return this;
    }

    /** Adds a header to the answer. */
    public S3Exception header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    public S3Error error() {
        return error;
    }

    /** The text of the element {@code Message}. */
    public String message() {
        String message = getMessage();
        return message == null ? error.message() : message;
    }

    /** Headers of the answer, beside those that every error has. */
    public Map<String, String> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /** Further elements of the error document, in order. */
    public Map<String, String> details() {
        return Collections.unmodifiableMap(details);
    }
}
