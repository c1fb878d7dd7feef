package io.chameleon.client.internal.read;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.call.Retry;
import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Too few fragments of a segment could be read. Stays inside the read path. */
final class UnreadableSegmentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean passing;
    private final boolean overload;
    private final ErrorCode code;
    /** This process's lack of memory, if enough fragments could be read without it. */
    private final transient @Nullable OutOfMemoryError full;

    private UnreadableSegmentException(SegmentSlice slice, int got, int needed, Map<ServerId, Throwable> failures) {
        super("object " + slice.row().id() + ", segment " + slice.segment() + ": " + got + " of the " + needed
                + " fragments needed under " + slice.scheme() + " can be read; failed: " + describe(failures));
        passing = failures.values().stream().anyMatch(Retry::isPassing);
        List<ErrorCode> codes =
                failures.values().stream().map(Errors::code).distinct().toList();
        code = codes.size() == 1 && isShown(codes.get(0)) ? codes.get(0) : ErrorCode.DATA_UNAVAILABLE;
        List<OutOfMemoryError> ours = failures.values().stream()
                .flatMap(failure -> lackOfMemory(failure).stream())
                .toList();
        full = ours.isEmpty() || got + ours.size() < needed ? null : ours.get(0);
        overload = failures.values().stream().anyMatch(failure -> Errors.code(failure) == ErrorCode.OVERLOADED);
    }

    /** The servers that are not in the cluster view count as failed, too. */
    static UnreadableSegmentException of(SegmentSlice slice, Cluster cluster, Gather.Outcome outcome) {
        List<ServerId> servers = slice.row().live().servers();
        Map<ServerId, Throwable> failed = new HashMap<>();
        servers.forEach(server -> {
            if (cluster.server(server).isEmpty()) {
                failed.put(server, Candidates.unknown(server));
            }
        });
        outcome.failures().forEach((index, failure) -> failed.put(servers.get(index), failure));
        return new UnreadableSegmentException(
                slice, outcome.fragments().size(), slice.layout().storedDataShards(), failed);
    }

    private static boolean isShown(ErrorCode code) {
        return code.isAboutTheCaller() || code == ErrorCode.FORMAT_NOT_READ;
    }

    /** The lack of memory in this process that made a call fail, as one that lost its connection by that. */
    private static Optional<OutOfMemoryError> lackOfMemory(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError full) {
                return Optional.of(full);
            }
        }
        return Optional.empty();
    }

    /**
     * The exception for the caller. If every server refuses the caller, or has another format, it is that refusal,
     * since the data may be intact. If this process had no memory for what servers sent, it is that.
     */
    RuntimeException shown() {
        if (full != null) {
            return Errors.of(full);
        }
        String message = String.valueOf(getMessage());
        return code == ErrorCode.DATA_UNAVAILABLE
                ? new DataUnavailableException(code, message, this)
                : new ChameleonError(code, message, this);
    }

    /** Whether servers were unreachable, rather than fragments missing. */
    boolean isPassing() {
        return passing;
    }

    /** Whether servers were overloaded. */
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
