package io.chameleon.core.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.Utf8;
import io.chameleon.core.WriteId;
import org.jspecify.annotations.Nullable;

/**
 * A page of a bucket's open uploads.
 *
 * @param prefix only keys that start with it
 * @param afterKey only keys that follow it; "" starts at the beginning
 * @param afterId if given, also the uploads of {@code afterKey} itself that follow this one
 * @param limit the most uploads, 1 to {@link #MAX_LIMIT}
 */
public record UploadQuery(
        String bucket,
        String prefix,
        String afterKey,
        @Nullable WriteId afterId,
        int limit) {
    /** Each may have 8 KiB of user metadata. */
    public static final int MAX_LIMIT = 1_000;

    public UploadQuery {
        Slices.requireBucketOrSlice(bucket);
        requireText("upload prefix", prefix);
        requireText("upload start", afterKey);
        Require.that(limit >= 1 && limit <= MAX_LIMIT, "upload limit", limit, "1 to " + MAX_LIMIT);
    }

    private static void requireText(String what, String text) {
        Require.that(
                Utf8.isStorable(text, ObjectId.MAX_KEY_BYTES),
                what,
                text,
                "at most " + ObjectId.MAX_KEY_BYTES + " bytes of UTF-8 without NUL");
    }
}
