package io.chameleon.transport.security;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A token from wherever its owner keeps it. Its supplier is asked again and again, and may give another one. While it
 * fails, the token before stays. The owner of this asks for the checks. Safe from any thread.
 */
final class SuppliedToken {
    private static final Logger log = LoggerFactory.getLogger(SuppliedToken.class);

    private final Supplier<Token> supplier;
    private String problem = "";
    private volatile Token token;
    private volatile long failures;

    /** Asks at once, and fails as the supplier does. */
    SuppliedToken(Supplier<Token> supplier) {
        this.supplier = supplier;
        this.token = supplier.get();
    }

    Token get() {
        return token;
    }

    /** Consecutive failures of the supplier. */
    long failures() {
        return failures;
    }

    /** Asks again. An error of a stranger's code must not end the checks. */
    synchronized void refresh() {
        try {
            Token next = supplier.get();
            if (!next.isSameAs(token)) {
                log.info("new connections authenticate with {} instead of {}", next, token);
                token = next;
            }
            failed(0, "");
        } catch (RuntimeException | Error e) {
            failed(failures + 1, String.valueOf(e.getMessage()));
        }
    }

    private void failed(long times, String why) {
        failures = times;
        if (!why.isEmpty() && !why.equals(problem)) {
            log.warn("{} still holds: {}", token, why);
        }
        problem = why;
    }
}
