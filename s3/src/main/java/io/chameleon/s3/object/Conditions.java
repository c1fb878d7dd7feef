package io.chameleon.s3.object;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Request;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of a read, with the precedence of RFC 9110: an entity tag counts before a date.
 *
 * @param match entity tags of which the object must have one
 * @param noneMatch entity tags of which it must have none
 */
record Conditions(
        @Nullable String match,
        @Nullable String noneMatch,
        @Nullable Instant modifiedSince,
        @Nullable Instant unmodifiedSince) {
    enum Outcome {
        HOLD,
        NOT_MODIFIED,
        FAILED
    }

    static Conditions ofRead(S3Request request) {
        return of(request, "");
    }

    /** Those on the source of a copy. */
    static Conditions ofSource(S3Request request) {
        return of(request, "x-amz-copy-source-");
    }

    private static Conditions of(S3Request request, String prefix) {
        return new Conditions(
                request.header(prefix + "if-match"),
                request.header(prefix + "if-none-match"),
                date(request.header(prefix + "if-modified-since")),
                date(request.header(prefix + "if-unmodified-since")));
    }

    private static @Nullable Instant date(@Nullable String text) {
        return text == null ? null : HttpDates.parse(text);
    }

    Outcome check(StoredObject object) {
        Instant modified = object.info().modified().truncatedTo(ChronoUnit.SECONDS);
        if (match != null) {
            if (!names(match, object.etag())) {
                return Outcome.FAILED;
            }
        } else if (unmodifiedSince != null && modified.isAfter(unmodifiedSince)) {
            return Outcome.FAILED;
        }
        if (noneMatch != null) {
            return names(noneMatch, object.etag()) ? Outcome.NOT_MODIFIED : Outcome.HOLD;
        }
        return modifiedSince != null && !modified.isAfter(modifiedSince) ? Outcome.NOT_MODIFIED : Outcome.HOLD;
    }

    /** For a copy: nothing but all of them will do. */
    void require(StoredObject source) {
        if (check(source) != Outcome.HOLD) {
            throw new S3Exception(S3Error.PRECONDITION_FAILED);
        }
    }

    /**
     * Whether a Range header counts: with If-Range, only for the version that the client has a part of, by its strong
     * entity tag or its date. Otherwise the client would join bytes of two versions.
     */
    static boolean rangeHolds(@Nullable String ifRange, StoredObject object) {
        if (ifRange == null) {
            return true;
        }
        String validator = ifRange.strip();
        return validator.equals(object.quotedEtag())
                || object.info().modified().truncatedTo(ChronoUnit.SECONDS).equals(HttpDates.parse(validator));
    }

    /** Whether a list of entity tags, quoted or not, has this one. */
    static boolean names(String header, String etag) {
        return Arrays.stream(header.split(","))
                .map(String::strip)
                .anyMatch(tag -> tag.equals("*") || unquoted(tag).equals(etag));
    }

    static String unquoted(String tag) {
        String strong = tag.startsWith("W/") ? tag.substring(2) : tag;
        boolean quoted = strong.length() >= 2 && strong.startsWith("\"") && strong.endsWith("\"");
        return quoted ? strong.substring(1, strong.length() - 1) : strong;
    }
}
