package io.chameleon.s3.version;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.PutResult;
import io.chameleon.client.VersionInfo;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.version.VersionId;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Finds the version of an object that a request is about, and says in answers which one it was. */
public final class ObjectVersions {
    public static final String ID = "x-amz-version-id";
    public static final String MARKER = "x-amz-delete-marker";

    private static final int TRIES = 5;

    private final AsyncChameleonClient client;

    public ObjectVersions(AsyncChameleonClient client) {
        this.client = client;
    }

    /** The version that a request names; without a name the current one. */
    public CompletableFuture<ObjectInfo> find(Call call) {
        return find(call.existing(), call.key(), NamedVersion.of(call));
    }

    /**
     * Fails with NoSuchKey or NoSuchVersion if there is none, and with NoSuchKey or MethodNotAllowed if it is a delete
     * marker, which the answer tells.
     */
    public CompletableFuture<ObjectInfo> find(BucketInfo bucket, String key, Optional<VersionId> version) {
        if (version.isPresent()) {
            return named(bucket.name(), key, version.get());
        }
        return client.head(bucket.name(), key).exceptionallyCompose(failure -> {
            if (!(Errors.unwrap(failure) instanceof ObjectNotFoundException)) {
                return CompletableFuture.failedFuture(failure);
            }
            return bucket.versioning() == Versioning.OFF
                    ? CompletableFuture.failedFuture(missing(key))
                    : withoutCurrent(bucket.name(), key);
        });
    }

    /** Whether {@link #find} failed because there is nothing to read. */
    public static boolean isMissing(Throwable failure) {
        return Errors.unwrap(failure) instanceof S3Exception known
                && (known.error() == S3Error.NO_SUCH_KEY
                        || known.error() == S3Error.NO_SUCH_VERSION
                        || known.error() == S3Error.METHOD_NOT_ALLOWED);
    }

    private CompletableFuture<ObjectInfo> named(String bucket, String key, VersionId version) {
        return client.versions().find(bucket, key, version).handle((found, failure) -> {
            if (failure == null) {
                return found.object()
                        .orElseThrow(() -> marker(S3Error.METHOD_NOT_ALLOWED, found)
                                .header("Allow", "DELETE")
                                .header("Last-Modified", HttpDates.header(found.modified())));
            }
            if (Errors.unwrap(failure) instanceof ObjectNotFoundException) {
                throw new S3Exception(S3Error.NO_SUCH_VERSION).with("Key", key).with("VersionId", version.text());
            }
            throw Errors.of(failure);
        });
    }

    /** Clients that look for delete markers want to hear that it is none. */
    private static S3Exception missing(String key) {
        return new S3Exception(S3Error.NO_SUCH_KEY).with("Key", key).header(MARKER, "false");
    }

    private CompletableFuture<ObjectInfo> withoutCurrent(String bucket, String key) {
        return client.versions().find(bucket, key).handle((latest, failure) -> {
            if (latest == null) {
                throw Errors.unwrap(failure) instanceof ObjectNotFoundException ? missing(key) : Errors.of(failure);
            }
            // One that has bytes was written since.
            return latest.object().orElseThrow(() -> marker(S3Error.NO_SUCH_KEY, latest));
        });
    }

    private static S3Exception marker(S3Error error, VersionInfo found) {
        return new S3Exception(error)
                .with("Key", found.key())
                .header(MARKER, "true")
                .header(ID, found.version().text());
    }

    /**
     * Sets one pair of what the version that a request names says of itself; no byte moves. Others may write it anew
     * meanwhile: then the pair is set on that.
     *
     * @param value null takes the pair away
     */
    public CompletableFuture<ObjectInfo> set(Call call, String pair, @Nullable String value) {
        return set(call, pair, value, TRIES);
    }

    private CompletableFuture<ObjectInfo> set(Call call, String pair, @Nullable String value, int tries) {
        return find(call)
                .thenCompose(info -> {
                    Map<String, String> pairs = new HashMap<>(info.userMetadata());
                    pairs.remove(pair);
                    if (value != null) {
                        pairs.put(pair, value);
                    }
                    return update(
                            call,
                            info,
                            PutOptions.DEFAULT.contentType(info.contentType()).userMetadata(pairs));
                })
                .exceptionallyCompose(
                        failure -> Errors.unwrap(failure) instanceof PreconditionFailedException && tries > 1
                                ? set(call, pair, value, tries - 1)
                                : CompletableFuture.failedFuture(failure));
    }

    /** Changes what this version says of itself, if it still is what it was. */
    private CompletableFuture<ObjectInfo> update(Call call, ObjectInfo info, PutOptions options) {
        PutOptions bound = options.ifMatch(info.entityTag());
        Optional<VersionId> version = NamedVersion.of(call);
        return version.isPresent()
                ? client.versions().updateMetadata(call.bucket(), call.key(), version.get(), bound)
                : client.updateMetadata(call.bucket(), call.key(), bound);
    }

    /** Tells the version of an object, if its bucket keeps versions. */
    public static S3Response tell(S3Response answer, Call call, ObjectInfo info) {
        boolean known = info.versioned() || call.existing().versioning() != Versioning.OFF;
        return known ? answer.header(ID, info.versionId().text()) : answer;
    }

    /** Tells the version that was written. S3 tells none while it is called null. */
    public static S3Response tell(S3Response answer, PutResult written) {
        return written.versioned() ? answer.header(ID, written.versionId().text()) : answer;
    }
}
