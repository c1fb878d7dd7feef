package io.chameleon.s3.object;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Bytes [offset, offset + length) of an object. */
record ByteSpan(long offset, long length) {
    private static final Pattern RANGE = Pattern.compile("bytes=\\s*(\\d{0,18})\\s*-\\s*(\\d{0,40})\\s*");

    /** Behind the end of every object. */
    private static final long FAR = Long.MAX_VALUE - 1;

    /**
     * What a Range header asks for; nothing if it is absent, or none that S3 serves: then the whole object is answered.
     *
     * @throws S3Exception InvalidRange if the object has no such bytes
     */
    static Optional<ByteSpan> of(@Nullable String header, long size) {
        Matcher range = RANGE.matcher(header == null ? "" : header);
        if (!range.matches() || range.group(1).isEmpty() && range.group(2).isEmpty()) {
            return Optional.empty();
        }
        if (range.group(1).isEmpty()) {
            long last = last(range.group(2));
            long length = Math.min(last, size);
            if (length == 0) {
                throw unsatisfiable(header, size);
            }
            return Optional.of(new ByteSpan(size - length, length));
        }
        long from = Long.parseLong(range.group(1));
        long to = range.group(2).isEmpty() ? FAR : last(range.group(2));
        if (to < from) {
            return Optional.empty();
        }
        if (from >= size) {
            throw unsatisfiable(header, size);
        }
        return Optional.of(new ByteSpan(from, Math.min(to, size - 1) - from + 1));
    }

    /** Clients that want the rest say the largest number they know, of 64 bits. */
    private static long last(String digits) {
        return new BigInteger(digits).min(BigInteger.valueOf(FAR)).longValue();
    }

    private static S3Exception unsatisfiable(@Nullable String header, long size) {
        return new S3Exception(S3Error.INVALID_RANGE)
                .with("RangeRequested", String.valueOf(header))
                .with("ActualObjectSize", Long.toString(size));
    }

    /** The header of an answer. */
    String contentRange(long size) {
        return "bytes " + offset + "-" + (offset + length - 1) + "/" + size;
    }
}
