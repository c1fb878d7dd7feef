package io.chameleon.lab.simulation.role;

import io.chameleon.client.AsyncUploads;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.PartInfo;
import io.chameleon.client.PutResult;
import io.chameleon.client.UploadInfo;
import io.chameleon.client.error.Errors;
import io.chameleon.client.options.PutOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * One object written as a multipart upload: parts at the same time, one of them perhaps twice, one perhaps not named in
 * the end. After a failure the upload is aborted or left open.
 */
final class PartsWriter {
    private static final int MOST_PARTS = 4;
    private static final int UNUSED_PART = 9_999;

    private final AsyncUploads uploads;
    private final byte[] bytes;
    private final int parts;
    private final int twice;
    private final boolean unused;
    private final boolean aborts;

    PartsWriter(AsyncUploads uploads, byte[] bytes, SplittableRandom chance) {
        this.uploads = uploads;
        this.bytes = bytes;
        this.parts = 1 + chance.nextInt(MOST_PARTS);
        this.twice = chance.nextInt(2 * MOST_PARTS);
        this.unused = chance.nextInt(4) == 0;
        this.aborts = chance.nextBoolean();
    }

    /** Fails as a put does. */
    CompletableFuture<PutResult> put(String bucket, String key, PutOptions options) {
        return uploads.begin(bucket, key, PutOptions.DEFAULT)
                .thenCompose(upload -> put(upload, options))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private CompletableFuture<PutResult> put(UploadInfo upload, PutOptions options) {
        List<CompletableFuture<PartInfo>> written = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            written.add(part(upload, part));
        }
        if (unused) {
            written.add(uploads.putPart(upload, UNUSED_PART, ObjectSource.of(bytes)));
        }
        return CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new))
                .thenCompose(all -> uploads.complete(
                        upload,
                        written.subList(0, parts).stream()
                                .map(CompletableFuture::join)
                                .toList(),
                        options))
                .whenComplete((done, failure) -> {
                    if (failure != null && aborts) {
                        CompletableFuture<Boolean> unusedAnswer =
                                uploads.abort(upload.bucket(), upload.key(), upload.id());
                    }
                });
    }

    private CompletableFuture<PartInfo> part(UploadInfo upload, int part) {
        byte[] slice = Arrays.copyOfRange(
                bytes, (int) ((long) bytes.length * part / parts), (int) ((long) bytes.length * (part + 1) / parts));
        CompletableFuture<?> before = part == twice
                ? uploads.putPart(upload, part + 1, ObjectSource.of(new byte[] {1}))
                : CompletableFuture.completedFuture(null);
        return before.thenCompose(any -> uploads.putPart(upload, part + 1, ObjectSource.of(slice)));
    }
}
