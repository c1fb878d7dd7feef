package io.chameleon.lab.chaos.s3;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The operations of S3 on the objects of one bucket. Each throws {@link UnansweredException} if its outcome is unknown,
 * and {@link UnexpectedException} for an answer that no fault explains. Safe from any thread.
 */
public final class S3Objects {
    private static final String VERSION_ID = "versionId";

    private final S3Http http;
    private final String bucket;
    private final S3Uploads uploads;

    public S3Objects(S3Http http, String bucket) {
        this.http = http;
        this.bucket = bucket;
        this.uploads = new S3Uploads(http, path());
    }

    /** @param version "" if the bucket keeps none */
    public record Stored(String entityTag, String version) {
        private static Stored of(S3Answer answer) {
            return new Stored(answer.entityTag(), answer.header("x-amz-version-id"));
        }
    }

    /** What a read found. */
    public record Found(byte[] bytes, Stored stored) {}

    /** Creates the bucket; fine if it is there. */
    public void create(RandomGenerator random) throws UnansweredException {
        S3Request create = S3Request.of("PUT", path());
        S3Answer answer = http.send(create, random);
        if (!answer.isDone() && !answer.code().startsWith("BucketAlready")) {
            S3Http.unexpected(create, answer);
        }
    }

    /** From now on it keeps versions. */
    public void keepVersions(RandomGenerator random) throws UnansweredException {
        http.sendWell(
                S3Request.of("PUT", path())
                        .with("versioning", "")
                        .with("<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"),
                random);
    }

    /** @param version "" for the latest */
    public Optional<Found> get(String key, String version, RandomGenerator random) throws UnansweredException {
        S3Request get = versioned("GET", key, version);
        S3Answer answer = http.send(get, random);
        if (answer.isMissing()) {
            return Optional.empty();
        }
        S3Answer done = answer.isDone() ? answer : S3Http.unexpected(get, answer);
        return Optional.of(new Found(done.body(), Stored.of(done)));
    }

    /**
     * Writes an object by one request.
     *
     * @param condition its headers
     * @return empty if the condition did not hold
     */
    public Optional<Stored> put(String key, byte[] bytes, Map<String, String> condition, RandomGenerator random)
            throws UnansweredException {
        return written(S3Request.of("PUT", path(key)).with(condition).with(bytes), condition, random);
    }

    private Optional<Stored> written(S3Request write, Map<String, String> condition, RandomGenerator random)
            throws UnansweredException {
        S3Answer answer = http.send(write, random);
        if (answer.isDone()) {
            return Optional.of(Stored.of(answer));
        }
        if (!condition.isEmpty() && answer.isRefused()) {
            return Optional.empty();
        }
        throw new UnexpectedException(write.describe(), answer);
    }

    /**
     * As {@link #put}, as a multipart upload, whose first part may be written twice. If a part fails nothing is
     * written, and the upload is aborted or left open.
     */
    public Optional<Stored> putInParts(String key, byte[] bytes, Map<String, String> condition, RandomGenerator random)
            throws UnansweredException {
        String id = uploads.begin(key, random);
        List<String> tags = uploads.parts(key, id, bytes, random);
        Optional<Stored> written = written(
                S3Request.of("POST", path(key))
                        .with("uploadId", id)
                        .with(condition)
                        .with(S3Uploads.document(tags)),
                condition,
                random);
        // The answer has the tag in its document.
        return written.map(stored -> new Stored(EntityTags.inParts(bytes), stored.version()));
    }

    /**
     * Deletes an object; in a bucket that keeps versions one version, or adds a marker if none is named.
     *
     * @param version "" for none
     * @return the version that went, or the marker
     */
    public String delete(String key, String version, RandomGenerator random) throws UnansweredException {
        return http.sendWell(versioned("DELETE", key, version), random).header("x-amz-version-id");
    }

    /** All versions and markers of keys with this prefix, of each key the newest first. */
    public List<ListedVersion> versions(String prefix, RandomGenerator random) throws UnansweredException {
        return ListedVersion.parse(
                http.sendWell(S3Request.of("GET", path()).with("versions", "").with("prefix", prefix), random)
                        .text());
    }

    /** Aborts the uploads that are open. */
    public void abortUploads(RandomGenerator random) throws UnansweredException {
        uploads.abortAll(random);
    }

    /** Deletes the bucket, which must be empty. */
    public void deleteBucket(RandomGenerator random) throws UnansweredException {
        http.sendWell(S3Request.of("DELETE", path()), random);
    }

    private S3Request versioned(String method, String key, String version) {
        S3Request request = S3Request.of(method, path(key));
        return version.isEmpty() ? request : request.with(VERSION_ID, version);
    }

    private String path() {
        return "/" + bucket;
    }

    private String path(String key) {
        return path() + "/" + key;
    }
}
