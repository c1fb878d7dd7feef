package io.chameleon.s3.call;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects the pieces of a body in memory. */
final class DocumentCollector implements Flow.Subscriber<ByteBuffer> {
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;
    private Flow.@Nullable Subscription subscription;

    /** @param most bytes; with more it ends as MaxMessageLengthExceeded */
    DocumentCollector(int most) {
        this.most = most;
    }

    CompletableFuture<byte[]> whole() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer piece) {
        byte[] copy = new byte[piece.remaining()];
        piece.get(copy);
        bytes.writeBytes(copy);
        if (bytes.size() > most && subscription != null) {
            subscription.cancel();
            whole.completeExceptionally(new S3Exception(S3Error.MAX_MESSAGE_LENGTH_EXCEEDED));
        }
    }

    @Override
    public void onError(Throwable thrown) {
        whole.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
