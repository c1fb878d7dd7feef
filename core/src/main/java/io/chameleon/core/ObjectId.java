package io.chameleon.core;

/**
 * Name of an object: a key in a bucket. Ordered by bucket, then by the bytes of the key in UTF-8, as a listing is.
 *
 * @param bucket 3 to 63 lower-case letters, digits, dots and hyphens; or a name that {@link Chunks} or
 *     {@link Components} makes of one, which no user may choose
 * @param key 1 to 1024 bytes of UTF-8 without NUL (PostgreSQL text cannot hold it)
 */
public record ObjectId(String bucket, String key) implements Comparable<ObjectId> {
    private static final int MIN_BUCKET_LENGTH = 3;
    private static final int MAX_BUCKET_LENGTH = 63;
    public static final int MAX_KEY_BYTES = 1024;

    public ObjectId {
        requireBucket(userBucket(bucket));
        Require.that(
                !key.isEmpty() && Utf8.isStorable(key, MAX_KEY_BYTES),
                "object key",
                key,
                "1 to " + MAX_KEY_BYTES + " bytes of UTF-8 without NUL");
    }

    /** The bucket that users see: the one whose chunks or components these are, or the name itself. */
    public static String userBucket(String bucket) {
        int end = bucket.length();
        if (bucket.endsWith(Chunks.BUCKET_SUFFIX)) {
            end -= Chunks.BUCKET_SUFFIX.length();
        } else if (bucket.endsWith(Components.BUCKET_SUFFIX)) {
            end -= Components.BUCKET_SUFFIX.length();
        }
        return bucket.substring(0, end);
    }

    /** Whether no user names what is in this bucket: chunks or components. */
    public static boolean isInternal(String bucket) {
        return bucket.endsWith(Chunks.BUCKET_SUFFIX) || bucket.endsWith(Components.BUCKET_SUFFIX);
    }

    /** An object as users name it: never a chunk or a component. */
    public static ObjectId ofUser(String bucket, String key) {
        requireBucket(bucket);
        return new ObjectId(bucket, key);
    }

    /** Throws unless {@code bucket} is a bucket name that users may choose. */
    public static void requireBucket(String bucket) {
        Require.that(
                isBucket(bucket),
                "bucket",
                bucket,
                "3 to 63 lower-case letters, digits, '.' or '-', starting and ending with a letter or digit");
    }

    /** A loop, not a pattern: ids come with every message. */
    private static boolean isBucket(String name) {
        int length = name.length();
        boolean valid = length >= MIN_BUCKET_LENGTH
                && length <= MAX_BUCKET_LENGTH
                && Ascii.isLowerOrDigit(name.charAt(0))
                && Ascii.isLowerOrDigit(name.charAt(length - 1));
        for (int i = 1; valid && i < length - 1; i++) {
            char c = name.charAt(i);
            valid = Ascii.isLowerOrDigit(c) || c == '.' || c == '-';
        }
        return valid;
    }

    @Override
    public int compareTo(ObjectId other) {
        int byBucket = bucket.compareTo(other.bucket);
        return byBucket != 0 ? byBucket : Utf8.compare(key, other.key);
    }

    @Override
    public String toString() {
        return bucket + "/" + key;
    }
}
