package io.chameleon.s3.call;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.concurrent.CompletableFuture;

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
        DocumentCollector collector = new DocumentCollector(most);
        body.subscribe(collector);
        return collector.whole();
    }
}
