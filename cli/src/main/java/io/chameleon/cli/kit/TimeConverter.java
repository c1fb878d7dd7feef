package io.chameleon.cli.kit;

import io.chameleon.core.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 5s}. */
public final class TimeConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Durations.parse("time", text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
