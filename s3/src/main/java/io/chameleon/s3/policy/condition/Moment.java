package io.chameleon.s3.policy.condition;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/** Dates as policies write them: {@code 2026-01-31T12:00:00Z}, {@code 2026-01-31}, or seconds since 1970. */
final class Moment {
    private Moment() {}

    /** @throws IllegalArgumentException if the text is no date */
    static Instant parse(String text) {
        try {
            if (text.matches("-?\\d{1,12}")) {
                return Instant.ofEpochSecond(Long.parseLong(text));
            }
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
