package io.chameleon.transport.rpc;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.wire.Error;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part of an error that crosses the wire: its code and one line. This class maps errors in both directions. */
public final class WireErrors {
    private static final Logger log = LoggerFactory.getLogger(WireErrors.class);

    private WireErrors() {}

    public static Error pack(ChameleonError error) {
        return Error.newBuilder()
                .setCode(error.code().code())
                .setMessage(OneLine.of(error.getMessage()))
                .build();
    }

    /** @param notExecuted whether the peer said that no handler has seen the request */
    public static ChameleonError unpack(Error error, boolean notExecuted) {
        ErrorCode code = ErrorCode.ofCode(error.getCode());
        String message = OneLine.of(error.getMessage());
        return notExecuted && code == ErrorCode.UNAVAILABLE
                ? new NotExecutedError(message)
                : new ChameleonError(code, message);
    }

    /** What a caller may know about a handler's failure; the rest is logged here. */
    public static ChameleonError ofHandler(MessageType type, String peer, Throwable failure) {
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
