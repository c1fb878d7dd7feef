package io.chameleon.balancer.servers;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Servers that fail an inquiry which is repeated all the time, such as one whose device takes no more writes: the log
 * has a line when one begins to fail or fails otherwise, and one when it answers again. Not safe from several threads.
 */
public final class Failing {
    private static final Logger LOG = LoggerFactory.getLogger(Failing.class);

    private final Map<ServerId, String> told = new HashMap<>();

    /** @param what is asked for, in a few words */
    public <T> void tell(String what, Inquiry.Outcome<T> outcome) {
        news(outcome).tellFailures(what);
        List<ServerId> again = outcome.answers().keySet().stream()
                .map(ServerInfo::id)
                .filter(server -> told.remove(server) != null)
                .toList();
        if (!again.isEmpty()) {
            LOG.info("{} again from {}", what, again);
        }
    }

    private <T> Inquiry.Outcome<T> news(Inquiry.Outcome<T> outcome) {
        Map<ServerInfo, Throwable> failures = new LinkedHashMap<>();
        outcome.failures().forEach((server, failure) -> {
            if (!kind(failure).equals(told.put(server.id(), kind(failure)))) {
                failures.put(server, failure);
            }
        });
        return new Inquiry.Outcome<>(outcome.answers(), failures);
    }

    /** Tells failures apart. Not the message: it may have a time or a fragment in it. */
    public static String kind(Throwable failure) {
        return failure instanceof ChameleonError error
                ? error.code().name()
                : failure.getClass().getName();
    }
}
