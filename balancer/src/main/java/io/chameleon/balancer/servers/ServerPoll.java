package io.chameleon.balancer.servers;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks each server the same question now and then. The poll waits only for servers that answer at once. The others are
 * asked again with more patience, and no caller waits for that: the answer counts at the first call after it arrives.
 * So a silent server costs its caller one short wait.
 *
 * <p>Not safe from several threads.
 */
public final class ServerPoll<T> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerPoll.class);
    /** All callers wait for this part of the request timeout. */
    private static final int HASTE = 10;

    /** Asks one server. */
    public interface Question<T> {
        CompletableFuture<T> ask(ServerInfo server, Duration timeout);
    }

    private final String what;
    private final Duration period;
    private final Duration timeout;
    private final Question<T> question;
    private final Map<ServerId, Long> askedMillis = new HashMap<>();
    private final Set<ServerId> silent = new LinkedHashSet<>();
    /** Of silent servers: no caller waits for these. */
    private final Map<ServerId, CompletableFuture<T>> late = new LinkedHashMap<>();

    /**
     * @param what is asked for, in a word or two for the log
     * @param period between two questions to a server
     * @param timeout of a request
     */
    ServerPoll(String what, Duration period, Duration timeout, Question<T> question) {
        this.what = what;
        this.period = period;
        this.timeout = timeout;
        this.question = question;
    }

    /** Answers that have come since the last call, of servers that can be read. */
    public Map<ServerId, T> answers(ClusterView view, long nowMillis) {
        Map<ServerId, ServerInfo> there = view.servers().stream()
                .filter(ServerInfo::isReadable)
                .collect(Collectors.toMap(ServerInfo::id, server -> server, (a, b) -> a, LinkedHashMap::new));
        askedMillis.keySet().retainAll(there.keySet());
        silent.retainAll(there.keySet());
        late.keySet().retainAll(there.keySet());
        Map<ServerId, T> answers = new LinkedHashMap<>();
        collectLate(answers);
        Map<ServerId, CompletableFuture<T>> asked = new LinkedHashMap<>();
        for (ServerInfo server : there.values()) {
            if (!isDue(server.id(), nowMillis)) {
                continue;
            }
            askedMillis.put(server.id(), nowMillis);
            if (silent.contains(server.id())) {
                late.computeIfAbsent(server.id(), any -> question.ask(server, timeout));
            } else {
                asked.put(server.id(), question.ask(server, timeout.dividedBy(HASTE)));
            }
        }
        asked.forEach((server, answer) -> {
            try {
                answers.put(server, Calls.await(answer));
            } catch (RuntimeException e) {
                Calls.rethrowIfCancelled(e);
                LOG.info("{} from {}: {}; nobody waits for it any more", what, server, e.getMessage());
                silent.add(server);
                askedMillis.remove(server);
            }
        });
        return answers;
    }

    private boolean isDue(ServerId server, long nowMillis) {
        Long asked = askedMillis.get(server);
        return asked == null || Pauses.isOver(asked, period, nowMillis);
    }

    private void collectLate(Map<ServerId, T> answers) {
        late.entrySet().removeIf(one -> {
            if (!one.getValue().isDone()) {
                return false;
            }
            try {
                answers.put(one.getKey(), Calls.await(one.getValue()));
                silent.remove(one.getKey());
            } catch (RuntimeException e) {
                LOG.info("{} from {}: {}", what, one.getKey(), e.getMessage());
            }
            return true;
        });
    }
}
