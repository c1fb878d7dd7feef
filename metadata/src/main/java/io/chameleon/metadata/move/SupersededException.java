package io.chameleon.metadata.move;

import io.chameleon.core.bucket.BucketMove;

/** Another process works on the move, or it was cancelled: this one stops. */
final class SupersededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SupersededException(BucketMove move) {
        super("another process works on the move of bucket " + move.bucket() + ", or it was cancelled");
    }
}
