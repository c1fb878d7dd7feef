package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.VersionInfo;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition.IfMatch;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.VersionId;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.version.NamedVersion;
import io.chameleon.s3.version.ObjectVersions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * DeleteObject. An object that is not there is deleted. In a bucket that keeps versions, a delete that names no version
 * adds a delete marker.
 */
public final class DeleteObject {
    /**
     * Conditions of a delete.
     *
     * @param match an ETag, or {@code *}
     */
    record Condition(
            @Nullable String match,
            @Nullable Instant modified,
            @Nullable Long size) {
        static final Condition NONE = new Condition(null, null, null);

        /** One that makes no sense must not turn into a delete without one. */
        static Condition of(@Nullable String match, @Nullable String modified, @Nullable String size) {
            Instant time = modified == null ? null : HttpDates.parse(modified);
            boolean number = size != null && size.strip().matches("\\d{1,18}");
            if (modified != null && time == null || size != null && !number) {
                throw new S3Exception(S3Error.INVALID_ARGUMENT)
                        .with("ArgumentValue", time == null && modified != null ? modified : String.valueOf(size));
            }
            return new Condition(match, time, size == null ? null : Long.valueOf(size.strip()));
        }

        boolean isNone() {
            return match == null && modified == null && size == null;
        }

        boolean holds(VersionInfo version) {
            return version.object().map(StoredObject::of).map(this::holds).orElseGet(() -> holdsOfMarker(version));
        }

        private boolean holds(StoredObject object) {
            return (match == null || Conditions.names(match, object.etag()))
                    && isTime(object.info().modified())
                    && (size == null || size == object.info().size());
        }

        /** It is there, but has no tag. */
        private boolean holdsOfMarker(VersionInfo marker) {
            return (match == null || match.strip().equals("*"))
                    && isTime(marker.modified())
                    && (size == null || size == 0);
        }

        private boolean isTime(Instant changed) {
            return modified == null || modified.equals(changed.truncatedTo(ChronoUnit.SECONDS));
        }
    }

    private static final io.chameleon.core.mapping.Condition ALWAYS = io.chameleon.core.mapping.Condition.NONE;

    private final AsyncChameleonClient client;

    public DeleteObject(AsyncChameleonClient client) {
        this.client = client;
    }

    public CompletableFuture<S3Response> delete(Call call) {
        Optional<VersionId> version = NamedVersion.of(call);
        Condition condition = Condition.of(
                call.header("if-match"),
                call.header("x-amz-if-match-last-modified-time"),
                call.header("x-amz-if-match-size"));
        return delete(call.bucket(), call.key(), version, condition).thenApply(deleted -> {
            S3Response answer = S3Response.of(204);
            deleted.version().ifPresent(id -> answer.header(ObjectVersions.ID, id.text()));
            return deleted.marker() ? answer.header(ObjectVersions.MARKER, "true") : answer;
        });
    }

    /**
     * What a delete did.
     *
     * @param version that was deleted, or the delete marker that was added; empty if the bucket keeps no versions
     * @param marker whether that is a delete marker
     */
    record Deleted(Optional<VersionId> version, boolean marker) {}

    /** Bound to the very row that was compared. */
    CompletableFuture<Deleted> delete(String bucket, String key, Optional<VersionId> version, Condition condition) {
        if (condition.isNone()) {
            return client.versions()
                    .delete(bucket, key, version, ALWAYS)
                    .thenApply(deletion -> deleted(version, deletion));
        }
        CompletableFuture<VersionInfo> found = version.isPresent()
                ? client.versions().find(bucket, key, version.get())
                : client.versions().find(bucket, key);
        return found.thenCompose(there -> {
                    if (!condition.holds(there)) {
                        throw new S3Exception(S3Error.PRECONDITION_FAILED);
                    }
                    return client.versions()
                            .delete(bucket, key, version, bound(there, version))
                            .thenApply(deletion -> deleted(version, deletion));
                })
                .exceptionally(failure -> {
                    if (Errors.unwrap(failure) instanceof ObjectNotFoundException) {
                        return new Deleted(version, false);
                    }
                    throw Errors.unwrap(failure) instanceof S3Exception known ? known : Errors.of(failure);
                });
    }

    /** What was compared must still be so. Of a delete marker nothing ever changes but whether it is the latest. */
    private static io.chameleon.core.mapping.Condition bound(VersionInfo there, Optional<VersionId> named) {
        if (there.isMarker()) {
            return named.isPresent() ? ALWAYS : io.chameleon.core.mapping.Condition.IF_ABSENT;
        }
        return new IfMatch(WriteId.parse(there.object().orElseThrow().entityTag()));
    }

    /** A version that is not there is deleted, too. */
    private static Deleted deleted(Optional<VersionId> asked, Deletion deletion) {
        return new Deleted(Optional.ofNullable(deletion.version()).or(() -> asked), deletion.marker());
    }
}
