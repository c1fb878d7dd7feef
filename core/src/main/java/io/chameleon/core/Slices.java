package io.chameleon.core;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * How a bucket is cut that is too large for one database (docs/internals/metadata.md, "Sliced buckets"). It has {@link
 * #COUNT} slices, by a digest of the key. To the mapping table each is a bucket of its own, with a name that no user
 * can choose. It lies in a database as a whole.
 *
 * <p>Chunks, components and former versions of an object are in the object's slice. Their names are content ids, so a
 * content id names the slice of its object: {@link WriteIds#next(ObjectId)} makes it so, whether the bucket is sliced
 * or not.
 */
public final class Slices {
    /** Slices of a sliced bucket. */
    public static final int COUNT = 16;

    /** The setting of a {@link io.chameleon.core.bucket.BucketInfo} that says so: {@link #COUNT} in decimal. */
    public static final String SETTING = "slices";

    /** What the name of a slice has, and that of no bucket. */
    public static final char MARK = '~';

    private static final int DIGITS = 2;
    /** Where the name of a chunk or a component has the hexadecimal digit of its slice: the last of the high word. */
    private static final int DIGIT_OF_CONTENT_ID = 15;

    private Slices() {}

    /**
     * The slice of an object, or of the object that a chunk or a component belongs to: 0 to {@link #COUNT} - 1. Of an
     * object the last four bits of the CRC-32C of its key in UTF-8.
     */
    public static int of(ObjectId id) {
        if (ObjectId.isInternal(id.bucket())) {
            Require.that(
                    id.key().length() > DIGIT_OF_CONTENT_ID
                            && Character.digit(id.key().charAt(DIGIT_OF_CONTENT_ID), COUNT) >= 0,
                    "name of a chunk or component",
                    id.key(),
                    "a content id");
            return Character.digit(id.key().charAt(DIGIT_OF_CONTENT_ID), COUNT);
        }
        CRC32C digest = new CRC32C();
        digest.update(id.key().getBytes(StandardCharsets.UTF_8));
        return (int) digest.getValue() & (COUNT - 1);
    }

    /** The slice that a content id names: its counter's last four bits. */
    public static int of(WriteId contentId) {
        return (int) contentId.high() & (COUNT - 1);
    }

    /** The name of a slice, {@code photos~05}. */
    public static String name(String bucket, int slice) {
        Require.that(slice >= 0 && slice < COUNT, "slice", slice, "0 to " + (COUNT - 1));
        return bucket + MARK + (slice < 10 ? "0" : "") + slice;
    }

    /** The names of all slices of a bucket, or of its chunks or components. */
    public static List<String> names(String bucket) {
        String user = ObjectId.userBucket(bucket);
        String suffix = bucket.substring(user.length());
        return IntStream.range(0, COUNT)
                .mapToObj(slice -> name(user, slice) + suffix)
                .toList();
    }

    /** Whether a bucket's name, also one of chunks or components, is that of a slice. */
    public static boolean isSlice(String bucket) {
        return bucket.indexOf(MARK) >= 0;
    }

    /** The bucket that users see, of a slice or of one that is not sliced. */
    public static String whole(String bucket) {
        int mark = bucket.indexOf(MARK);
        return mark < 0 ? bucket : bucket.substring(0, mark) + suffix(bucket, mark);
    }

    private static String suffix(String bucket, int mark) {
        return bucket.substring(Math.min(mark + 1 + DIGITS, bucket.length()));
    }

    /** The name that the mapping table has for an object, chunk or component of a sliced bucket. */
    public static ObjectId in(ObjectId id) {
        String bucket = ObjectId.userBucket(id.bucket());
        return isSlice(bucket)
                ? id
                : new ObjectId(name(bucket, of(id)) + id.bucket().substring(bucket.length()), id.key());
    }

    /** The name that users have for it. */
    public static ObjectId whole(ObjectId id) {
        return isSlice(id.bucket()) ? new ObjectId(whole(id.bucket()), id.key()) : id;
    }

    /** Throws unless {@code bucket} is the name of a bucket that users may choose, or of a slice of one. */
    public static void requireBucketOrSlice(String bucket) {
        int mark = bucket.indexOf(MARK);
        ObjectId.requireBucket(whole(bucket));
        Require.that(mark < 0 || isNumber(bucket, mark + 1), "slice", bucket, "BUCKET~00 to BUCKET~" + (COUNT - 1));
    }

    private static boolean isNumber(String bucket, int from) {
        if (bucket.length() != from + DIGITS) {
            return false;
        }
        int tens = Character.digit(bucket.charAt(from), 10);
        int ones = Character.digit(bucket.charAt(from + 1), 10);
        return tens >= 0 && ones >= 0 && 10 * tens + ones < COUNT;
    }
}
