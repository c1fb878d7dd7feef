package io.chameleon.core;

/**
 * How the chunks of a large object are named (docs/internals/metadata.md, "Large objects"). A chunk is a row of the
 * mapping table like any object's, in a bucket whose name no user can choose. Its key is the content id of its write
 * and the chunk number. So chunks of two versions never meet, and a chunk is never overwritten. Sorted by id, the
 * chunks of one write are adjacent.
 */
public final class Chunks {
    /** Larger objects are stored in chunks of this size: 64 MiB, a multiple of the segment size. */
    public static final int MAX_BYTES = 64 << 20;

    /** Most chunks of one object: 6.1 TiB in chunks of 64 MiB. */
    public static final int MAX_COUNT = 100_000;

    /** Starts with a character that no bucket name has. */
    static final String BUCKET_SUFFIX = "+chunks";

    private static final int NUMBER_DIGITS = 5;
    private static final int CONTENT_ID_DIGITS = 32;

    private Chunks() {}

    /** Chunk {@code number} of the write {@code contentId} to an object of {@code bucket}. */
    public static ObjectId id(String bucket, WriteId contentId, int number) {
        Require.that(number >= 0 && number < MAX_COUNT, "number of a chunk", number, "0 to " + (MAX_COUNT - 1));
        String digits = Integer.toString(number);
        return new ObjectId(bucket(bucket), prefix(contentId) + "0".repeat(NUMBER_DIGITS - digits.length()) + digits);
    }

    /** The bucket that holds the chunks of a bucket's objects and {@link Components}. */
    public static String bucket(String bucket) {
        return ObjectId.userBucket(bucket) + BUCKET_SUFFIX;
    }

    /** The prefix of the keys of a write's chunks. */
    public static String prefix(WriteId contentId) {
        return contentId + "/";
    }

    public static boolean isChunk(ObjectId id) {
        return id.bucket().endsWith(BUCKET_SUFFIX);
    }

    /** The write that a chunk belongs to. */
    public static WriteId contentId(ObjectId chunk) {
        requireName(chunk);
        return WriteId.parse(chunk.key().substring(0, CONTENT_ID_DIGITS));
    }

    public static int number(ObjectId chunk) {
        requireName(chunk);
        return Integer.parseInt(chunk.key().substring(CONTENT_ID_DIGITS + 1));
    }

    /** Throws unless the key is one that {@link #id} makes. */
    public static void requireName(ObjectId id) {
        Require.that(
                isChunk(id) && isName(id.key()), "key of a chunk", id.key(), "32 hexadecimal digits, '/' and 5 digits");
    }

    private static boolean isName(String key) {
        boolean is = key.length() == CONTENT_ID_DIGITS + 1 + NUMBER_DIGITS
                && Ascii.startsWithLowerHex(key, CONTENT_ID_DIGITS)
                && key.charAt(CONTENT_ID_DIGITS) == '/';
        for (int i = CONTENT_ID_DIGITS + 1; is && i < key.length(); i++) {
            is = Ascii.isDigit(key.charAt(i));
        }
        return is;
    }
}
