package io.chameleon.cli.object;

import io.chameleon.core.ObjectId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A bucket and the start of its keys: {@code BUCKET}, {@code BUCKET/PREFIX}. */
record BucketPrefix(String bucket, String prefix) {
    /** The bucket, if there must be no key behind it. */
    String requireBucketAlone() {
        if (!prefix.isEmpty()) {
            throw new IllegalArgumentException(
                    "BUCKET: '" + bucket + "/" + prefix + "' given, expected a bucket without a key");
        }
        return bucket;
    }

    static final class Converter implements ITypeConverter<BucketPrefix> {
        @Override
        public BucketPrefix convert(String text) {
            int slash = text.indexOf('/');
            String bucket = slash < 0 ? text : text.substring(0, slash);
            try {
                ObjectId.requireBucket(bucket);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
            return new BucketPrefix(bucket, slash < 0 ? "" : text.substring(slash + 1));
        }
    }
}
