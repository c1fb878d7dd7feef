package io.chameleon.lab.chaos.s3;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operations of S3 on the objects of one bucket. Each throws {@link UnansweredException} if its outcome is unknown,
 * and {@link UnexpectedException} for an answer that no fault explains. Safe from any thread.
 */
public final class S3Objects {
    /** A smaller part must be the last. */
    public static final int PART_BYTES = 5 << 20;

    private static final Pattern UPLOAD_ID = Pattern.compile("<UploadId>([^<]*)</UploadId>");
    private static final Pattern UPLOAD = Pattern.compile("<Upload><Key>([^<]*)</Key><UploadId>([^<]*)</UploadId>");
    private static final Pattern VERSION = Pattern.compile(
            "<(Version|DeleteMarker)><Key>([^<]*)</Key><VersionId>([^<]*)</VersionId>(?:(?!</(?:Version|DeleteMarker)>).)*",
            Pattern.DOTALL);
    private static final Pattern ENTITY_TAG = Pattern.compile("<ETag>(?:&quot;|\")?([0-9a-f-]+)");
    private static final String VERSION_ID = "versionId";
    private static final int AGAIN_IN = 4;
    private static final byte[] OTHER = {1};

    private final S3Http http;
    private final String bucket;

    public S3Objects(S3Http http, String bucket) {
        this.http = http;
        this.bucket = bucket;
    }

    /** @param version "" if the bucket keeps none */
    public record Stored(String entityTag, String version) {
        private static Stored of(S3Answer answer) {
            return new Stored(answer.entityTag(), answer.header("x-amz-version-id"));
        }
    }

    /** What a read found. */
    public record Found(byte[] bytes, Stored stored) {}

    /**
     * A line of a listing of versions.
     *
     * @param entityTag "" of a delete marker
     */
    public record Listed(String key, String version, String entityTag) {}

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
        String id = begin(key, random);
        List<String> tags = parts(key, id, bytes, random);
        StringBuilder document = new StringBuilder("<CompleteMultipartUpload>");
        for (int i = 0; i < tags.size(); i++) {
            document.append("<Part><PartNumber>")
                    .append(i + 1)
                    .append("</PartNumber><ETag>")
                    .append(tags.get(i))
                    .append("</ETag></Part>");
        }
        Optional<Stored> written = written(
                S3Request.of("POST", path(key))
                        .with("uploadId", id)
                        .with(condition)
                        .with(document.append("</CompleteMultipartUpload>").toString()),
                condition,
                random);
        // The answer has the tag in its document.
        return written.map(stored -> new Stored(tagInParts(bytes), stored.version()));
    }

    private String begin(String key, RandomGenerator random) throws UnansweredException {
        try {
            return only(
                    UPLOAD_ID,
                    http.sendWell(S3Request.of("POST", path(key)).with("uploads", ""), random)
                            .text());
        } catch (UnansweredException e) {
            throw nothingWritten(e);
        }
    }

    /** Their entity tags. */
    private List<String> parts(String key, String id, byte[] bytes, RandomGenerator random) throws UnansweredException {
        List<String> tags = new ArrayList<>();
        try {
            if (random.nextInt(AGAIN_IN) == 0) {
                String unused = part(key, id, 1, OTHER, random);
            }
            for (int from = 0; from < bytes.length; from += PART_BYTES) {
                byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART_BYTES));
                tags.add(part(key, id, tags.size() + 1, part, random));
            }
            return tags;
        } catch (UnansweredException e) {
            if (random.nextBoolean()) {
                abort(key, id, random);
            }
            throw nothingWritten(e);
        }
    }

    private static UnansweredException nothingWritten(UnansweredException e) {
        return new UnansweredException(String.valueOf(e.getMessage()), false);
    }

    private void abort(String key, String id, RandomGenerator random) {
        try {
            S3Answer unused = http.send(S3Request.of("DELETE", path(key)).with("uploadId", id), random);
        } catch (UnansweredException e) {
            // It stays open.
        }
    }

    private String part(String key, String id, int number, byte[] bytes, RandomGenerator random)
            throws UnansweredException {
        return http.sendWell(
                        S3Request.of("PUT", path(key))
                                .with("partNumber", Integer.toString(number))
                                .with("uploadId", id)
                                .with(bytes),
                        random)
                .entityTag();
    }

    /** The entity tag that these bytes have if one request writes them. */
    public static String tag(byte[] bytes) {
        return Signer.hex(Signer.digest("MD5", bytes));
    }

    /** The entity tag that these bytes have if {@link #putInParts} writes them. */
    public static String tagInParts(byte[] bytes) {
        int parts = Math.ceilDiv(bytes.length, PART_BYTES);
        byte[] digests = new byte[0];
        for (int i = 0; i < parts; i++) {
            byte[] digest = Signer.digest(
                    "MD5", Arrays.copyOfRange(bytes, i * PART_BYTES, Math.min(bytes.length, (i + 1) * PART_BYTES)));
            digests = Arrays.copyOf(digests, digests.length + digest.length);
            System.arraycopy(digest, 0, digests, digests.length - digest.length, digest.length);
        }
        return tag(digests) + "-" + parts;
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
    public List<Listed> versions(String prefix, RandomGenerator random) throws UnansweredException {
        String text = http.sendWell(
                        S3Request.of("GET", path()).with("versions", "").with("prefix", prefix), random)
                .text();
        List<Listed> listed = new ArrayList<>();
        Matcher version = VERSION.matcher(text);
        while (version.find()) {
            boolean isMarker = version.group(1).equals("DeleteMarker");
            listed.add(
                    new Listed(version.group(2), version.group(3), isMarker ? "" : only(ENTITY_TAG, version.group())));
        }
        return listed;
    }

    /** Aborts the uploads that are open. */
    public void abortUploads(RandomGenerator random) throws UnansweredException {
        boolean more = true;
        while (more) {
            Matcher upload =
                    UPLOAD.matcher(http.sendWell(S3Request.of("GET", path()).with("uploads", ""), random)
                            .text());
            more = false;
            while (upload.find()) {
                more = true;
                S3Request abort = S3Request.of("DELETE", path(upload.group(1))).with("uploadId", upload.group(2));
                http.sendWell(abort, random);
            }
        }
    }

    /** Deletes the bucket, which must be empty. */
    public void deleteBucket(RandomGenerator random) throws UnansweredException {
        http.sendWell(S3Request.of("DELETE", path()), random);
    }

    private S3Request versioned(String method, String key, String version) {
        S3Request request = S3Request.of(method, path(key));
        return version.isEmpty() ? request : request.with(VERSION_ID, version);
    }

    private static String only(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return found.group(1);
    }

    private String path() {
        return "/" + bucket;
    }

    private String path(String key) {
        return path() + "/" + key;
    }
}
