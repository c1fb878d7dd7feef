package io.chameleon.client;

import io.chameleon.client.internal.call.Waiting;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.VersionId;
import java.util.Optional;

/** {@link AsyncVersions}, waiting for each answer. Safe from any thread. */
public final class Versions {
    private final AsyncVersions async;

    Versions(AsyncVersions async) {
        this.async = async;
    }

    /** The latest version, perhaps a delete marker. */
    public VersionInfo find(String bucket, String key) {
        return Waiting.on(async.find(bucket, key));
    }

    /** One version, perhaps a delete marker. */
    public VersionInfo find(String bucket, String key, VersionId version) {
        return Waiting.on(async.find(bucket, key, version));
    }

    /** The first page of a bucket's versions. */
    public VersionListing list(String bucket, ListOptions options) {
        return Waiting.on(async.list(bucket, options));
    }

    /** See {@link AsyncVersions#list(String, ListOptions, Optional)}. */
    public VersionListing list(String bucket, ListOptions options, Optional<VersionId> afterVersion) {
        return Waiting.on(async.list(bucket, options, afterVersion));
    }

    /** Deletes an object, and tells the delete marker. */
    public Deletion delete(String bucket, String key) {
        return Waiting.on(async.delete(bucket, key));
    }

    /** Deletes one version for good. */
    public Deletion delete(String bucket, String key, VersionId version) {
        return Waiting.on(async.delete(bucket, key, version));
    }

    /** See {@link AsyncVersions#delete(String, String, Optional, Condition)}. */
    public Deletion delete(String bucket, String key, Optional<VersionId> version, Condition condition) {
        return Waiting.on(async.delete(bucket, key, version, condition));
    }

    /** One version as a stream, which the caller closes. */
    public ObjectStream open(String bucket, String key, VersionId version) {
        return open(bucket, key, version, 0, Long.MAX_VALUE);
    }

    /** Bytes [offset, offset + length) of one version as a stream, which the caller closes. */
    public ObjectStream open(String bucket, String key, VersionId version, long offset, long length) {
        return Waiting.on(async.open(bucket, key, version, offset, length));
    }

    /** See {@link AsyncVersions#updateMetadata}. */
    public ObjectInfo updateMetadata(String bucket, String key, VersionId version, PutOptions options) {
        return Waiting.on(async.updateMetadata(bucket, key, version, options));
    }
}
