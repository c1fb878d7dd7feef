package io.chameleon.s3.auth;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import org.jspecify.annotations.Nullable;

/** Times of requests: {@code 20130524T000000Z}. */
final class AmzDate {
    private static final DateTimeFormatter BASIC = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'")
            .withResolverStyle(ResolverStyle.STRICT)
            .withZone(ZoneOffset.UTC);
    private static final int DAY_CHARS = 8;

    private AmzDate() {}

    static @Nullable Instant parse(String text) {
        return parse(BASIC, text);
    }

    /** The header Date may also be written as mail does: {@code Fri, 24 May 2013 00:00:00 GMT}. */
    static @Nullable Instant parseDateHeader(String text) {
        Instant basic = parse(text);
        return basic == null ? parse(DateTimeFormatter.RFC_1123_DATE_TIME, text) : basic;
    }

    static String format(Instant time) {
        return BASIC.format(time);
    }

    /** The day of a time in the format of {@link #format}. */
    static String day(String timestamp) {
        return timestamp.substring(0, DAY_CHARS);
    }

    private static @Nullable Instant parse(DateTimeFormatter format, String text) {
        try {
            Instant time = Instant.from(format.parse(text));
            int year = time.atOffset(ZoneOffset.UTC).getYear();
            return year >= 0 && year <= 9999 ? time : null;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
