package io.chameleon.lab.ssd;

import io.chameleon.lab.ssd.workload.SteadyState;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 1000000} or {@code auto}. */
final class RequestCount implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        if (text.equals("auto")) {
            return SteadyState.AUTOMATIC;
        }
        if (!text.matches("\\d{1,18}")) {
            throw new TypeConversionException("'" + text + "' given, expected a number of page writes, or auto");
        }
        return Long.parseLong(text);
    }
}
