package io.chameleon.transport.security;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of actions on the cluster: logger {@code audit}, one line per action, with the fields who, role, from,
 * action, on and outcome ({@code OK} or an {@link ErrorCode}).
 */
public final class Audit {
    private static final Logger log = LoggerFactory.getLogger("audit");

    private Audit() {}

    /**
     * @param from address of the caller
     * @param on the object of the action
     * @param failure null if it succeeded
     */
    public static void record(Principal who, String from, String action, String on, @Nullable Throwable failure) {
        log.atInfo()
                .addKeyValue("who", who.name())
                .addKeyValue("role", who.role().label())
                .addKeyValue("from", from)
                .addKeyValue("action", action)
                .addKeyValue("on", on)
                .addKeyValue("outcome", outcome(failure))
                .log("action");
    }

    private static String outcome(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause == null) {
            return "OK";
        }
        return cause instanceof ChameleonError error ? error.code().name() : ErrorCode.INTERNAL.name();
    }
}
