package io.chameleon.cli.object;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes {@code from} to {@code to}, both included, as in HTTP: {@code 0-99}, {@code 100-} to the end. */
record ByteSpan(long from, long to) {
    static final ByteSpan ALL = new ByteSpan(0, Long.MAX_VALUE - 1);

    long length() {
        return to - from + 1;
    }

    static final class Converter implements ITypeConverter<ByteSpan> {
        private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-(\\d{1,18})?");

        @Override
        public ByteSpan convert(String text) {
            Matcher matcher = TEXT.matcher(text);
            if (matcher.matches()) {
                long from = Long.parseLong(matcher.group(1));
                long to = matcher.group(2) == null ? ALL.to : Long.parseLong(matcher.group(2));
                if (to >= from) {
                    return new ByteSpan(from, to);
                }
            }
            throw new TypeConversionException("'" + text + "' given, expected FROM-TO or FROM-, such as 0-99");
        }
    }
}
