package io.chameleon.balancer.servers;

import io.chameleon.core.ServerInfo;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One question to many servers, of which only some are asked at a time: thousands of connections at once would be
 * refused, or be too slow for the deadline. The next server is asked as soon as any has answered or failed, so silent
 * ones hold up others only if there are as many as may be asked at a time.
 *
 * <p>Takes O(servers / {@link #AT_A_TIME}) answers' time, plus one deadline for each {@link #AT_A_TIME} silent servers.
 */
public final class Inquiry<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Inquiry.class);
    static final int AT_A_TIME = 256;
    /** Silent servers that a line of the log names. */
    private static final int NAMED = 5;

    private final Function<ServerInfo, CompletableFuture<T>> question;
    private final Queue<ServerInfo> waiting;
    private final Map<ServerInfo, T> answers = new ConcurrentHashMap<>();
    private final Map<ServerInfo, Throwable> failures = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger open;
    /** Callers of {@link #ask} since the one that works found nothing to do: an answer may come while it asks. */
    private final AtomicInteger turns = new AtomicInteger();

    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private Inquiry(Collection<ServerInfo> servers, Function<ServerInfo, CompletableFuture<T>> question) {
        this.question = question;
        this.waiting = new ConcurrentLinkedQueue<>(servers);
        this.open = new AtomicInteger(servers.size());
    }

    /** Answers, and why others gave none, both in the order of the servers. */
    public record Outcome<T>(Map<ServerInfo, T> answers, Map<ServerInfo, Throwable> failures) {
        /** One line, however many are silent. */
        public void tellFailures(String what) {
            if (!failures.isEmpty()) {
                LOG.warn(
                        "no {} from {} of {} servers: {}{}",
                        what,
                        failures.size(),
                        failures.size() + answers.size(),
                        failures.entrySet().stream()
                                .limit(NAMED)
                                .map(one -> one.getKey().id() + ": "
                                        + one.getValue().getMessage())
                                .toList(),
                        failures.size() > NAMED ? " and others" : "");
            }
        }
    }

    /** Returns when all have answered or failed; {@code CANCELLED} if the thread is interrupted. */
    public static <T> Outcome<T> of(
            Collection<ServerInfo> servers, Function<ServerInfo, CompletableFuture<T>> question) {
        Inquiry<T> inquiry = new Inquiry<>(servers, question);
        if (!servers.isEmpty()) {
            inquiry.ask();
            Calls.await(inquiry.done);
        }
        return new Outcome<>(inOrder(servers, inquiry.answers), inOrder(servers, inquiry.failures));
    }

    private static <V> Map<ServerInfo, V> inOrder(Collection<ServerInfo> servers, Map<ServerInfo, V> values) {
        Map<ServerInfo, V> ordered = new LinkedHashMap<>();
        for (ServerInfo server : servers) {
            V value = values.get(server);
            if (value != null) {
                ordered.put(server, value);
            }
        }
        return ordered;
    }

    /** One thread asks at a time; an answer that is there at once does not ask on top of the one who asked. */
    private void ask() {
        if (turns.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            while (asked.get() < AT_A_TIME) {
                ServerInfo next = waiting.poll();
                if (next == null) {
                    break;
                }
                ask(next);
            }
            seen = turns.addAndGet(-seen);
        } while (seen > 0);
    }

    private void ask(ServerInfo server) {
        asked.incrementAndGet();
        CompletableFuture<T> unused = begun(server).whenComplete((answer, failure) -> {
            if (failure == null) {
                answers.put(server, answer);
            } else {
                failures.put(server, failure);
            }
            asked.decrementAndGet();
            if (open.decrementAndGet() == 0) {
                done.complete(null);
            } else {
                ask();
            }
        });
    }

    /** Whatever a question throws is that server's failure: otherwise nobody would be told of the others' answers. */
    private CompletableFuture<T> begun(ServerInfo server) {
        try {
            return question.apply(server);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
