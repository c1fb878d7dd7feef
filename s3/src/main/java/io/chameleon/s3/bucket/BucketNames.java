package io.chameleon.s3.bucket;

import io.chameleon.core.ObjectId;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.regex.Pattern;

/** S3's rules for the names of new buckets, which are stricter than the store's. */
final class BucketNames {
    private static final Pattern ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");

    private BucketNames() {}

    static void require(String name) {
        boolean valid = !name.contains("..")
                && !name.contains(".-")
                && !name.contains("-.")
                && !ADDRESS.matcher(name).matches()
                && !name.startsWith("xn--")
                && !name.endsWith("-s3alias");
        try {
            ObjectId.requireBucket(name);
        } catch (IllegalArgumentException e) {
            valid = false;
        }
        if (!valid) {
            throw new S3Exception(S3Error.INVALID_BUCKET_NAME).with("BucketName", name);
        }
    }
}
