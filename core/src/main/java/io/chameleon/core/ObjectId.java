package io.chameleon.core;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Name of an object: a key in a bucket.
 *
 * @param bucket 3 to 63 lower-case letters, digits, dots and hyphens
 * @param key 1 to 1024 bytes of UTF-8 without NUL (PostgreSQL text cannot hold it)
 */
public record ObjectId(String bucket, String key) implements Comparable<ObjectId> {
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    public static final int MAX_KEY_BYTES = 1024;

    public ObjectId {
        requireBucket(bucket);
        int bytes = key.getBytes(StandardCharsets.UTF_8).length;
        Require.that(
                bytes >= 1 && bytes <= MAX_KEY_BYTES && key.indexOf('\0') < 0 && isEncodable(key),
                "object key",
                key,
                "1 to " + MAX_KEY_BYTES + " bytes of UTF-8 without NUL");
    }

    /** Throws unless {@code bucket} is a valid bucket name. */
    public static void requireBucket(String bucket) {
        Require.that(
                BUCKET.matcher(bucket).matches(),
                "bucket",
                bucket,
                "3 to 63 lower-case letters, digits, '.' or '-', starting and ending with a letter or digit");
    }

    /** An unpaired surrogate would be stored as '?', and two keys would become one. */
    private static boolean isEncodable(String key) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(key);
    }

    @Override
    public int compareTo(ObjectId other) {
        int byBucket = bucket.compareTo(other.bucket);
        return byBucket != 0 ? byBucket : key.compareTo(other.key);
    }

    @Override
    public String toString() {
        return bucket + "/" + key;
    }
}
