package io.chameleon.balancer;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Garbage;
import io.chameleon.core.mapping.GarbageTable;
import io.chameleon.transport.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes superseded fragments: reads the outbox, trims on the servers, then marks the rows collected. A row is marked only
 * after its server has answered, and deleting twice does no harm, so a reaper may die anywhere. Owns no thread.
 */
public final class Reaper {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);
    private static final int BATCH = 5_000;

    private final GarbageTable table;
    private final FlashServers servers;
    private final Duration delay;
    private final Duration timeout;

    Reaper(GarbageTable table, FlashServers servers, Duration delay, Duration timeout) {
        this.table = table;
        this.servers = servers;
        this.delay = delay;
        this.timeout = timeout;
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
        int collected = 0;
        int last;
        do {
            List<Garbage> rows = table.garbage(minAge.toMillis(), BATCH);
            last = rows.isEmpty() ? 0 : collect(rows, servers.view());
            collected += last;
        } while (last == BATCH);
        return collected;
    }

    private int collect(List<Garbage> rows, ClusterView view) {
        Map<ServerId, List<Garbage>> byServer = rows.stream().collect(Collectors.groupingBy(Garbage::server));
        Map<ServerId, CompletableFuture<Integer>> deletions = new HashMap<>();
        byServer.forEach((id, garbage) -> view.server(id)
                .filter(ServerInfo::isReadable)
                .ifPresent(server -> deletions.put(id, delete(server, garbage))));
        List<Long> done = new ArrayList<>();
        deletions.forEach((id, deletion) -> {
            try {
                Calls.await(deletion);
                byServer.getOrDefault(id, List.of()).forEach(row -> done.add(row.id()));
            } catch (RuntimeException e) {
                LOG.warn("could not delete superseded fragments on {}: {}", id, e.getMessage());
            }
        });
        if (!done.isEmpty()) {
            table.collected(done);
        }
        return done.size();
    }

    private CompletableFuture<Integer> delete(ServerInfo server, List<Garbage> garbage) {
        List<WriteId> writes = garbage.stream().map(Garbage::writeId).distinct().toList();
        return servers.client().delete(Endpoint.of(server), writes, timeout);
    }
}
