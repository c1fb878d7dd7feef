package io.chameleon.core;

/**
 * Name of an object: a key in a bucket. Ordered by bucket, then by the bytes of the key in UTF-8, as a listing is.
 *
 * @param bucket 3 to 63 lower-case letters, digits, dots and hyphens; or a name that {@link Chunks}, {@link
 *     Components} or {@link Slices} makes of one, which no user may choose
 * @param key 1 to 1024 bytes of UTF-8 without NUL (PostgreSQL text cannot hold it)
 */
public record ObjectId(String bucket, String key) implements Comparable<ObjectId> {
    public static final int MAX_KEY_BYTES = 1024;

    public ObjectId {
        Slices.requireBucketOrSlice(userBucket(bucket));
        Require.that(
                !key.isEmpty() && Utf8.isStorable(key, MAX_KEY_BYTES),
                "object key",
                key,
                "1 to " + MAX_KEY_BYTES + " bytes of UTF-8 without NUL");
    }

    /** The bucket, or {@link Slices slice} of one, whose chunks or components these are; or the name itself. */
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
        Require.that(BucketName.isValid(bucket), "bucket", bucket, BucketName.EXPECTED);
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
