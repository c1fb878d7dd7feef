package io.chameleon.s3.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Dates as HTTP headers and as S3's documents write them. */
public final class HttpDates {
    /** A year of two digits, as RFC 850 has it, is this one or later (RFC 9110, 5.6.7: not far in the future). */
    private static final int FIRST_OF_TWO_DIGITS = 1970;

    private static final DateTimeFormatter HEADER = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DOCUMENT = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final List<DateTimeFormatter> READ = List.of(
            HEADER,
            DateTimeFormatter.RFC_1123_DATE_TIME,
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, FIRST_OF_TWO_DIGITS)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ISO_DATE_TIME.withZone(ZoneOffset.UTC));

    private HttpDates() {}

    /** {@code Tue, 24 Nov 2026 13:42:20 GMT}. */
    public static String header(Instant time) {
        return HEADER.format(time);
    }

    /** {@code 2026-11-24T13:42:20.000Z}. */
    public static String document(Instant time) {
        return DOCUMENT.format(time);
    }

    /** A date of a header, to the second; null if it is none: HTTP ignores such a header. */
    public static @Nullable Instant parse(String text) {
        for (DateTimeFormatter format : READ) {
            try {
                return Instant.from(format.parse(text.strip())).truncatedTo(ChronoUnit.SECONDS);
            } catch (DateTimeException e) {
                // the next form may fit
            }
        }
        return null;
    }
}
