package io.chameleon.s3.call;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects a body that is a document of bounded size. */
public final class Documents {
    /** A list of 1000 keys, or of 10,000 parts, with room to spare. */
    public static final int MOST = 4 << 20;

    private Documents() {}

    /** The body of a request whose checksum headers are about it. */
    public static CompletableFuture<byte[]> read(Call call) {
        return read(Incoming.document(call, MOST), MOST);
    }

    /** The body of a request whose checksum headers are about something else. */
    public static CompletableFuture<byte[]> readUnrelated(Call call) {
        return read(Incoming.unrelated(call, MOST), MOST);
    }

    private static CompletableFuture<byte[]> read(Incoming body, int most) {
        if (body.length() > most) {
            return CompletableFuture.failedFuture(new S3Exception(S3Error.MAX_MESSAGE_LENGTH_EXCEEDED));
        }
        Collector collector = new Collector(most);
        body.subscribe(collector);
        return collector.whole;
    }

    private static final class Collector implements Flow.Subscriber<ByteBuffer> {
        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int most;
        private Flow.@Nullable Subscription subscription;

        Collector(int most) {
            this.most = most;
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
}
