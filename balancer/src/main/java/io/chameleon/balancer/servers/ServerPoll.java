package io.chameleon.balancer.servers;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks each server the same question now and then. The poll waits only for servers that answer at once. The others are
 * asked again with more patience, and no caller waits for that: the answer counts at the first call after it arrives.
 * So a silent server costs its caller one short wait.
 *
 * <p>At most {@link #PER_SECOND} servers are asked a second, those that waited longest first: with thousands of them
 * each is asked less often.
 *
 * <p>Not safe from several threads.
 */
public final class ServerPoll<T> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerPoll.class);
    static final int PER_SECOND = 50;

    /** Asks one server. */
    public interface Question<T> {
        CompletableFuture<T> ask(ServerInfo server, Duration timeout);
    }

    private final String what;
    private final Duration period;
    private final Duration timeout;
    private final Question<T> question;
    /** Those asked longest ago first. */
    private final Map<ServerId, Long> askedMillis = new LinkedHashMap<>();

    private final Set<ServerId> silent = new LinkedHashSet<>();
    /** Of silent servers: no caller waits for these. */
    private final Map<ServerId, CompletableFuture<T>> late = new LinkedHashMap<>();
    /** Questions that may still be asked in this second. */
    private long allowance = PER_SECOND;

    private @Nullable Long lastCallMillis;

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
        List<ServerInfo> asked = new ArrayList<>();
        for (ServerInfo server : due(there, nowMillis)) {
            askedMillis.remove(server.id());
            askedMillis.put(server.id(), nowMillis);
            if (silent.contains(server.id())) {
                late.computeIfAbsent(server.id(), any -> question.ask(server, timeout));
            } else {
                asked.add(server);
            }
        }
        Inquiry.Outcome<T> outcome =
                Inquiry.of(asked, server -> question.ask(server, timeout.dividedBy(FlashServers.HASTE)));
        outcome.answers().forEach((server, answer) -> answers.put(server.id(), answer));
        outcome.failures().forEach((server, failure) -> {
            LOG.info("{} from {}: {}; nobody waits for it any more", what, server.id(), failure.getMessage());
            silent.add(server.id());
            askedMillis.remove(server.id());
        });
        return answers;
    }

    /** Servers never asked first, then those asked longest ago, as many as may be asked now. */
    private List<ServerInfo> due(Map<ServerId, ServerInfo> there, long nowMillis) {
        long most = allowed(nowMillis);
        List<ServerInfo> due = Stream.concat(
                        there.keySet().stream().filter(server -> !askedMillis.containsKey(server)),
                        askedMillis.keySet().stream().takeWhile(server -> isDue(server, nowMillis)))
                .limit(most)
                .flatMap(server -> Stream.ofNullable(there.get(server)))
                .toList();
        allowance = most - due.size();
        return due;
    }

    /** A second's worth at the first call, and what the time since the last call allows. */
    private long allowed(long nowMillis) {
        long since = Math.max(0, nowMillis - Objects.requireNonNullElse(lastCallMillis, nowMillis));
        long more = Math.min(PER_SECOND, since * PER_SECOND / 1_000);
        if (more > 0 || lastCallMillis == null || nowMillis < lastCallMillis) {
            lastCallMillis = nowMillis;
        }
        return Math.min(PER_SECOND, allowance + more);
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
