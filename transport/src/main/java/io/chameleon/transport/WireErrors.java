package io.chameleon.transport;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.wire.Error;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What of an error crosses the wire: its code and one line. The one place that maps errors in both directions. */
final class WireErrors {
    private static final Logger log = LoggerFactory.getLogger(WireErrors.class);

    private WireErrors() {}

    static Error pack(ChameleonError error) {
        return Error.newBuilder()
                .setCode(error.code().code())
                .setMessage(OneLine.of(error.getMessage()))
                .build();
    }

    /** @param notExecuted whether the peer said that no handler has seen the request */
    static ChameleonError unpack(Error error, boolean notExecuted) {
        ErrorCode code = ErrorCode.ofCode(error.getCode());
        String message = OneLine.of(error.getMessage());
        return notExecuted && code == ErrorCode.UNAVAILABLE
                ? new NotExecutedError(message)
                : new ChameleonError(code, message);
    }

    /** What a caller may know of a handler's failure; what it may not know is logged here. */
    static ChameleonError ofHandler(MessageType type, String peer, Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof ChameleonError known) {
            return known;
        }
        if (cause instanceof CancellationException) {
            return new ChameleonError(ErrorCode.CANCELLED, type + " was cancelled");
        }
        log.error("{} from {} failed", type, peer, cause);
        return new ChameleonError(ErrorCode.INTERNAL, type + " failed; the server's log has the cause");
    }
}
