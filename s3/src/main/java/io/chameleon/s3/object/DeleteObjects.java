package io.chameleon.s3.object;

import io.chameleon.core.version.VersionId;
import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.access.Circumstances;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.call.Failures;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.version.NamedVersion;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** DeleteObjects: up to 1000 keys, some of which may fail. */
public final class DeleteObjects {
    private static final int MOST = 1000;
    /** Requests to the metadata service at a time. */
    private static final int PARALLEL = 32;

    private record Key(String key, @Nullable String version, DeleteObject.Condition condition) {
        static Key of(Element object) {
            return new Key(
                    object.require("Key"),
                    object.textOf("VersionId").orElse(null),
                    DeleteObject.Condition.of(
                            object.textOf("ETag").orElse(null),
                            object.textOf("LastModifiedTime").orElse(null),
                            object.textOf("Size").orElse(null)));
        }
    }

    private record Outcome(
            Key key,
            DeleteObject.@Nullable Deleted deleted,
            @Nullable S3Exception failure) {}

    private final DeleteObject single;
    private final AccessControl access;

    public DeleteObjects(DeleteObject single, AccessControl access) {
        this.single = single;
        this.access = access;
    }

    public CompletableFuture<S3Response> delete(Call call) {
        requireChecksum(call);
        return Documents.read(call).thenCompose(document -> {
            Element root = XmlReader.read(document, "Delete");
            List<Key> keys = root.all("Object").map(Key::of).toList();
            if (keys.isEmpty() || keys.size() > MOST) {
                throw new S3Exception(S3Error.MALFORMED_XML);
            }
            boolean quiet = root.textOf("Quiet").orElse("").equalsIgnoreCase("true");
            return delete(call, keys, 0, new ArrayList<>()).thenApply(outcomes -> answer(outcomes, quiet));
        });
    }

    /** S3 asks for one here, because a key that arrives damaged deletes another object. */
    private static void requireChecksum(Call call) {
        boolean given = call.request().headers().keySet().stream()
                .anyMatch(name -> name.equals("content-md5")
                        || name.startsWith("x-amz-checksum-")
                        || name.equals("x-amz-trailer")
                        || name.equals("x-amz-sdk-checksum-algorithm"));
        if (!given) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Missing required header for this request: Content-MD5 OR x-amz-checksum-*");
        }
    }

    private CompletableFuture<List<Outcome>> delete(Call call, List<Key> keys, int from, List<Outcome> done) {
        if (from >= keys.size()) {
            return CompletableFuture.completedFuture(done);
        }
        List<CompletableFuture<Outcome>> batch = keys.subList(from, Math.min(keys.size(), from + PARALLEL)).stream()
                .map(key -> delete(call, key))
                .toList();
        return CompletableFuture.allOf(batch.toArray(CompletableFuture<?>[]::new))
                .thenCompose(all -> {
                    batch.forEach(outcome -> done.add(outcome.join()));
                    return delete(call, keys, from + PARALLEL, done);
                });
    }

    private CompletableFuture<Outcome> delete(Call call, Key key) {
        CompletableFuture<DeleteObject.Deleted> deleted;
        try {
            Optional<VersionId> version = version(key);
            deleted = access.require(
                            Operation.DELETE_OBJECT,
                            call.who(),
                            call.existing(),
                            key.key(),
                            Circumstances.of(call.request()).of(version))
                    .thenCompose(allowed -> single.delete(call.bucket(), key.key(), version, key.condition()));
        } catch (RuntimeException e) {
            deleted = CompletableFuture.failedFuture(e);
        }
        return deleted.handle((done, failure) -> new Outcome(key, done, failure == null ? null : Failures.of(failure)));
    }

    /** Unlike in a request of its own, one that no version can have is only one that is not there. */
    private static Optional<VersionId> version(Key key) {
        try {
            return NamedVersion.of(key.version(), "VersionId");
        } catch (S3Exception e) {
            throw new S3Exception(S3Error.NO_SUCH_VERSION, S3Error.NO_SUCH_VERSION.message(), e);
        }
    }

    private static S3Response answer(List<Outcome> outcomes, boolean quiet) {
        XmlWriter document = XmlWriter.document("DeleteResult");
        for (Outcome outcome : outcomes) {
            S3Exception failure = outcome.failure();
            if (failure != null) {
                document.open("Error")
                        .text("Key", outcome.key().key())
                        .text("VersionId", outcome.key().version())
                        .text("Code", failure.error().code())
                        .text("Message", failure.message())
                        .close();
            } else if (!quiet) {
                document.open("Deleted")
                        .text("Key", outcome.key().key())
                        .text("VersionId", outcome.key().version());
                DeleteObject.Deleted deleted = outcome.deleted();
                if (deleted != null && deleted.marker()) {
                    document.text("DeleteMarker", true)
                            .text("DeleteMarkerVersionId", deleted.version().orElse(null));
                }
                document.close();
            }
        }
        return S3Response.xml(document.end());
    }
}
