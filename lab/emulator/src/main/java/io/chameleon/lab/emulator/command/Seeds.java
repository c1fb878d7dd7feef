package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Seeds as people write them: {@code 7}, {@code 1,2,3}, {@code 1..5}. */
public record Seeds(List<Long> values) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})\\.\\.(\\d{1,18})");
    private static final Pattern LIST = Pattern.compile("-?\\d{1,18}(,-?\\d{1,18})*");
    private static final int MOST = 1_000;

    public static Seeds parse(String text) {
        Matcher range = RANGE.matcher(text);
        if (range.matches()) {
            long from = Long.parseLong(range.group(1));
            long to = Long.parseLong(range.group(2));
            Require.that(from <= to && to - from < MOST, "seeds", text, "FROM..TO, at most " + MOST + " of them");
            return new Seeds(LongStream.rangeClosed(from, to).boxed().toList());
        }
        Require.that(LIST.matcher(text).matches(), "seeds", text, "numbers such as 7, 1,2,3 or 1..5");
        return new Seeds(
                Arrays.stream(text.split(",")).map(Long::valueOf).distinct().toList());
    }

    /** For options. */
    public static final class Converter implements ITypeConverter<Seeds> {
        @Override
        public Seeds convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
