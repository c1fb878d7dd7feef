package io.chameleon.client.read;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.Retry;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Fewer fragments of a segment could be read than it takes. Stays inside the read path. */
final class UnreadableSegmentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean passing;
    private final boolean overload;
    private final ErrorCode code;

    UnreadableSegmentException(SegmentSlice slice, int got, int needed, Map<ServerId, Throwable> failures) {
        super("object " + slice.row().id() + ", segment " + slice.segment() + ": " + got + " of the " + needed
                + " fragments needed under " + slice.scheme() + " can be read; failed: " + describe(failures));
        passing = failures.values().stream().anyMatch(Retry::isPassing);
        List<ErrorCode> codes =
                failures.values().stream().map(Errors::code).distinct().toList();
        code = codes.size() == 1 && codes.get(0).isAboutTheCaller() ? codes.get(0) : ErrorCode.DATA_UNAVAILABLE;
        overload = failures.values().stream().anyMatch(failure -> Errors.code(failure) == ErrorCode.OVERLOADED);
    }

    /** What the caller sees: where every server refuses who asks, that, for the data may be sound. */
    RuntimeException shown() {
        String message = String.valueOf(getMessage());
        return code == ErrorCode.DATA_UNAVAILABLE
                ? new DataUnavailableException(code, message, this)
                : new ChameleonError(code, message, this);
    }

    /** Whether servers were away rather than fragments. */
    boolean isPassing() {
        return passing;
    }

    /** Whether servers asked for patience. */
    boolean isOverload() {
        return overload;
    }

    private static String describe(Map<ServerId, Throwable> failures) {
        return failures.entrySet().stream()
                .map(failure -> failure.getKey() + " " + Errors.code(failure.getValue()) + " ("
                        + Errors.unwrap(failure.getValue()).getMessage() + ")")
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
