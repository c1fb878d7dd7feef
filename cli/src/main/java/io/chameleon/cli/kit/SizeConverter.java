package io.chameleon.cli.kit;

import io.chameleon.node.units.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 64MiB}. */
public final class SizeConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return ByteSize.parse("size", text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
