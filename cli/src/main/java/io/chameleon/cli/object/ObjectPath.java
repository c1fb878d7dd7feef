package io.chameleon.cli.object;

import io.chameleon.core.ObjectId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code BUCKET/KEY}. */
final class ObjectPath implements ITypeConverter<ObjectId> {
    @Override
    public ObjectId convert(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1) {
            throw new TypeConversionException("'" + text + "' given, expected BUCKET/KEY");
        }
        try {
            return ObjectId.ofUser(text.substring(0, slash), text.substring(slash + 1));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
