package io.chameleon.cli.object;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code BUCKET/KEY}. Plans and logs name an object of a sliced bucket by its slice, which means the same. */
final class ObjectPath implements ITypeConverter<ObjectId> {
    @Override
    public ObjectId convert(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1) {
            throw new TypeConversionException("'" + text + "' given, expected BUCKET/KEY");
        }
        try {
            String bucket = text.substring(0, slash);
            Slices.requireBucketOrSlice(bucket);
            return ObjectId.ofUser(Slices.whole(bucket), text.substring(slash + 1));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
