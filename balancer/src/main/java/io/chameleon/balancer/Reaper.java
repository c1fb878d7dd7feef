package io.chameleon.balancer;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Garbage;
import io.chameleon.core.mapping.GarbageTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes superseded fragments: reads the outbox, trims on the servers, then marks the rows collected. A row is marked only
 * after its server has answered, and deleting twice does no harm, so a reaper may die anywhere, and two may run at once. Owns no
 * thread.
 *
 * <p>The outbox is read oldest first, which is one question as long as all servers answer. Where rows of silent servers fill
 * that view, the others' queues are asked for one by one, so that a server that is away keeps nobody else from getting room.
 */
public final class Reaper {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);
    static final int BATCH = 1_000;

    private final GarbageTable table;
    private final FlashServers servers;
    private final Duration delay;

    Reaper(GarbageTable table, FlashServers servers, Duration delay) {
        this.table = table;
        this.servers = servers;
        this.delay = delay;
    }

    /**
     * Collects what lost its place at least the reap delay ago; rows of servers that are away wait for their return.
     *
     * @return rows collected
     */
    public int reap() {
        return reap(delay);
    }

    /** As {@link #reap()}, with another delay. */
    public int reap(Duration minAge) {
        long millis = minAge.toMillis();
        List<Garbage> oldest = table.garbage(millis, BATCH);
        if (oldest.isEmpty()) {
            return 0;
        }
        Round round = new Round();
        while (true) {
            int collected = round.collect(oldest);
            if (oldest.size() < BATCH) {
                return round.collected;
            }
            if (collected < oldest.size()) {
                break;
            }
            oldest = table.garbage(millis, BATCH);
        }
        for (ServerId server : Set.copyOf(round.answering.keySet())) {
            List<Garbage> rows;
            do {
                rows = table.garbage(server, millis, BATCH);
            } while (round.collect(rows) == BATCH);
        }
        return round.collected;
    }

    /** One call's view of the servers: who fails once is left alone until the next call. */
    private final class Round {
        final Map<ServerId, ServerInfo> answering = servers.view().servers().stream()
                .filter(ServerInfo::isReadable)
                .collect(Collectors.toMap(ServerInfo::id, Function.identity()));
        int collected;

        /** Deletes on all servers at the same time. Returns the rows that were collected. */
        int collect(List<Garbage> rows) {
            Map<ServerId, List<Garbage>> byServer = rows.stream().collect(Collectors.groupingBy(Garbage::server));
            Map<ServerId, CompletableFuture<Integer>> deletions = new HashMap<>();
            byServer.forEach((id, garbage) -> {
                ServerInfo server = answering.get(id);
                if (server != null) {
                    deletions.put(id, delete(server, garbage));
                }
            });
            List<Long> done = new ArrayList<>();
            deletions.forEach((id, deletion) -> {
                try {
                    Calls.await(deletion);
                    byServer.getOrDefault(id, List.of()).forEach(row -> done.add(row.id()));
                } catch (RuntimeException e) {
                    LOG.warn("could not delete superseded fragments on {}: {}", id, e.getMessage());
                    answering.remove(id);
                }
            });
            if (!done.isEmpty()) {
                table.collected(done);
            }
            collected += done.size();
            return done.size();
        }

        private CompletableFuture<Integer> delete(ServerInfo server, List<Garbage> garbage) {
            List<WriteId> writes =
                    garbage.stream().map(Garbage::writeId).distinct().toList();
            return servers.delete(server, writes);
        }
    }
}
