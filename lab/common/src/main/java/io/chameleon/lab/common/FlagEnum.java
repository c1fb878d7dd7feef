package io.chameleon.lab.common;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a constant by its name on the command line, its {@code toString}, in either case. */
public abstract class FlagEnum<E extends Enum<E>> implements ITypeConverter<E> {
    private final List<E> constants;

    FlagEnum(E[] constants) {
        this.constants = Arrays.asList(constants);
    }

    @Override
    public E convert(String text) {
        String flag = text.toLowerCase(Locale.ROOT);
        for (E constant : constants) {
            if (constant.toString().equals(flag)) {
                return constant;
            }
        }
        throw new TypeConversionException("'" + text + "' given, expected one of " + constants);
    }
}
