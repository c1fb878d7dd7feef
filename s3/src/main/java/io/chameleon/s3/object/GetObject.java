package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.lifecycle.Expiration;
import io.chameleon.s3.version.ObjectVersions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * GetObject and HeadObject. One lookup finds the version; conditions and range are judged by it, and its bytes are
 * read.
 */
public final class GetObject {
    /** An object that is overwritten again and again while it is opened. */
    private static final int TRIES = 5;

    private final AsyncChameleonClient client;
    private final ObjectVersions versions;
    private final Expiration expiration;

    public GetObject(AsyncChameleonClient client, Expiration expiration) {
        this.client = client;
        this.versions = new ObjectVersions(client);
        this.expiration = expiration;
    }

    public CompletableFuture<S3Response> get(Call call) {
        return get(call, TRIES);
    }

    private CompletableFuture<S3Response> get(Call call, int tries) {
        return versions.find(call)
                .thenCompose(info ->
                        answer(call, StoredObject.of(info)).thenApply(found -> ObjectVersions.tell(found, call, info)))
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof ObjectChangedException && tries > 1
                        ? get(call, tries - 1)
                        : CompletableFuture.failedFuture(failure));
    }

    private CompletableFuture<S3Response> answer(Call call, StoredObject object) {
        switch (Conditions.ofRead(call.request()).check(object)) {
            case NOT_MODIFIED -> {
                return CompletableFuture.completedFuture(object.identify(S3Response.of(304)));
            }
            case FAILED -> throw new S3Exception(S3Error.PRECONDITION_FAILED);
            case HOLD -> {}
        }
        Map<String, String> overrides = NewObject.overrides(call.query());
        if (!overrides.isEmpty() && call.who().anonymous()) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Request specific response headers cannot be used for anonymous GET requests.");
        }
        String number = call.query().get("partNumber");
        return number == null
                ? whole(call, object, overrides)
                : part(call, object, overrides, ObjectParts.find(object.info(), number));
    }

    private CompletableFuture<S3Response> part(
            Call call, StoredObject object, Map<String, String> overrides, ObjectParts.Part part) {
        if (call.header("range") != null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "Cannot specify both Range header and partNumber query parameter");
        }
        // An empty object has no range to name.
        S3Response answer = object.describe(S3Response.of(part.span().length() == 0 ? 200 : 206), overrides)
                .header("x-amz-mp-parts-count", part.count() == 0 ? null : Integer.toString(part.count()));
        String checksum = part.checksum();
        if (checksum != null && wantsChecksum(call)) {
            object.addPartChecksum(answer, checksum);
        } else if (part.count() == 0 && wantsChecksum(call)) {
            object.addChecksums(answer);
        }
        return bytes(call, object, answer, part.span());
    }

    private static boolean wantsChecksum(Call call) {
        return "ENABLED".equalsIgnoreCase(call.header("x-amz-checksum-mode"));
    }

    private CompletableFuture<S3Response> whole(Call call, StoredObject object, Map<String, String> overrides) {
        long size = object.info().size();
        boolean wanted = Conditions.rangeHolds(call.header("if-range"), object);
        Optional<ByteSpan> range = wanted ? ByteSpan.of(call.header("range"), size) : Optional.empty();
        S3Response answer = object.describe(S3Response.of(range.isPresent() ? 206 : 200), overrides);
        if (range.isEmpty() && wantsChecksum(call)) {
            object.addChecksums(answer);
        }
        return bytes(call, object, answer, range.orElse(new ByteSpan(0, size)));
    }

    private CompletableFuture<S3Response> bytes(Call call, StoredObject object, S3Response answer, ByteSpan span) {
        ObjectInfo info = object.info();
        if (answer.status() == 206) {
            answer.header("Content-Range", span.contentRange(info.size()));
        }
        if (!call.query().has("versionId")) {
            expiration.add(answer, call.existing(), info);
        }
        answer.length(span.length());
        if (call.request().isHead() || span.length() == 0) {
            return CompletableFuture.completedFuture(answer);
        }
        return client.readVersion(info, span.offset(), span.length())
                .thenApply(bytes -> answer.body(bytes.lent(), span.length()));
    }
}
