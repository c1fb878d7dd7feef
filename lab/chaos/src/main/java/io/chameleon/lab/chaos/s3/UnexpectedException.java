package io.chameleon.lab.chaos.s3;

/** An answer that no fault explains. */
public final class UnexpectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnexpectedException(String request, S3Answer answer) {
        super(request + " is answered with " + answer.status() + " " + answer.code());
    }
}
