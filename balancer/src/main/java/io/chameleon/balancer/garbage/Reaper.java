package io.chameleon.balancer.garbage;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.transport.client.Deletion;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes superseded fragments: reads the outbox, trims on the servers, then marks the rows collected. A row is marked
 * only after its server has answered, and deleting twice is harmless, so a reaper may die at any point, and two may run
 * at once. Owns no thread.
 *
 * <p>The outbox is read oldest first, in one query as long as all servers answer. If rows of silent servers fill that
 * page, the other servers' queues are queried one by one, so that an unreachable server does not keep others from
 * freeing room.
 *
 * <p>A server that is short of space says so in its answers. Its superseded fragments go at once, without the delay for
 * readers in flight: those look the object up again.
 *
 * <p>A row bars its server for its write until it is forgotten, long after it was collected (see {@link GarbageTable}).
 * So a reaper that was stopped for some time between reading a row and deleting drops what it has read: another may
 * have collected the row, and the write may be live there again.
 */
public final class Reaper {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);
    static final int BATCH = 1_000;
    /** Most rows at a time where servers are asked one by one, in batches. */
    private static final int PAGES = 50;
    /** Rows are dropped after at most this time, however long the grace period. */
    private static final Duration LONGEST_FRESH = Duration.ofMinutes(5);
    /** A collected row is remembered for at least a grace period: much less than that. */
    private static final int FRESH_PARTS_OF_GRACE = 4;

    private final GarbageTable table;
    private final FlashServers servers;
    private final Duration delay;
    private final Duration fresh;
    private final InstantSource clock;
    private final int batch;

    /**
     * @param grace the metadata service's grace period, for which a collected row is remembered
     * @param clock measures how long rows have been held; it need not be right
     */
    public Reaper(
            GarbageTable table,
            FlashServers servers,
            Duration delay,
            Duration grace,
            InstantSource clock,
            int mostPerPage) {
        this.table = table;
        this.servers = servers;
        this.delay = delay;
        Duration part = grace.dividedBy(FRESH_PARTS_OF_GRACE);
        this.fresh = part.compareTo(LONGEST_FRESH) < 0 ? part : LONGEST_FRESH;
        this.clock = clock;
        this.batch = Math.min(BATCH, mostPerPage);
    }

    /**
     * Collects what was superseded at least the reap delay ago, and everything superseded on servers short of space.
     * Rows of unreachable servers wait for their return.
     *
     * @return rows collected
     */
    public int reap() {
        return reap(delay);
    }

    /** As {@link #reap()}, with another delay. */
    public int reap(Duration minAge) {
        Read newest = read(() -> table.garbage(0, batch));
        if (newest.rows.isEmpty()) {
            return 0;
        }
        Round round = new Round();
        reapDue(round, minAge.toMillis());
        round.ask(newest);
        reapEach(round, List.copyOf(round.shortOfSpace), 0);
        return round.collected;
    }

    private void reapDue(Round round, long millis) {
        Read oldest;
        int collected;
        do {
            oldest = read(() -> table.garbage(millis, batch));
            collected = round.collect(oldest);
            if (oldest.rows.size() < batch) {
                return;
            }
        } while (collected == batch);
        reapEach(round, round.answering.keySet(), millis);
    }

    /** Page by page of each queue, all together: the table keeps the servers of one write in one row. */
    private void reapEach(Round round, Collection<ServerId> of, long millis) {
        Set<ServerId> more = new TreeSet<>(of);
        while (!more.isEmpty()) {
            more.retainAll(round.answering.keySet());
            int page = Math.max(1, Math.min(batch, PAGES * batch / Math.max(1, more.size())));
            Set<ServerId> asked = Set.copyOf(more);
            Read pages = read(() -> asked.stream()
                    .flatMap(server -> {
                        List<Garbage> rows = table.garbage(server, millis, page);
                        if (rows.size() < page) {
                            more.remove(server);
                        }
                        return rows.stream();
                    })
                    .toList());
            if (round.collect(pages) == 0) {
                return;
            }
        }
    }

    private record Read(List<Garbage> rows, long sinceMillis) {}

    private Read read(Supplier<List<Garbage>> question) {
        long asked = clock.millis();
        return new Read(question.get(), asked);
    }

    private boolean isFresh(Read read) {
        return Math.abs(clock.millis() - read.sinceMillis) <= fresh.toMillis();
    }

    /** One call's view of the servers: one that fails is left alone until the next call. */
    private final class Round {
        final Map<ServerId, ServerInfo> answering = servers.view().servers().stream()
                .filter(ServerInfo::isReadable)
                .collect(Collectors.toMap(ServerInfo::id, Function.identity()));
        final Set<ServerId> shortOfSpace = new HashSet<>();
        private final Set<ServerId> asked = new HashSet<>();
        int collected;

        /** Asks the servers of these rows whether they are short of space, unless they have said so. */
        void ask(Read read) {
            Map<ServerId, CompletableFuture<Deletion>> answers = new HashMap<>();
            for (Garbage row : read.rows) {
                ServerInfo server = answering.get(row.server());
                if (server != null && isFresh(read) && asked.add(row.server())) {
                    answers.put(row.server(), servers.delete(server, List.of()));
                }
            }
            answers.forEach(this::answered);
        }

        /** Returns whether the server has answered; if not, it is left alone from now on. */
        private boolean answered(ServerId id, CompletableFuture<Deletion> deletion) {
            try {
                if (Calls.await(deletion).shortOfSpace()) {
                    shortOfSpace.add(id);
                } else {
                    shortOfSpace.remove(id);
                }
                return true;
            } catch (RuntimeException e) {
                LOG.warn("could not delete superseded fragments on {}: {}", id, e.getMessage());
                answering.remove(id);
                return false;
            }
        }

        /** Deletes on all servers at the same time. Returns the rows that were collected. */
        int collect(Read read) {
            Map<ServerId, List<Garbage>> byServer = read.rows.stream().collect(Collectors.groupingBy(Garbage::server));
            Map<ServerId, CompletableFuture<Deletion>> deletions = new HashMap<>();
            byServer.forEach((id, garbage) -> {
                ServerInfo server = answering.get(id);
                if (server != null && isFresh(read)) {
                    asked.add(id);
                    deletions.put(id, delete(server, garbage));
                }
            });
            List<Long> done = new ArrayList<>();
            deletions.forEach((id, deletion) -> {
                if (answered(id, deletion)) {
                    byServer.getOrDefault(id, List.of()).forEach(row -> done.add(row.id()));
                }
            });
            // Sorted: those of one write follow each other, and are collected at once.
            done.sort(null);
            for (int from = 0; from < done.size(); from += batch) {
                table.collected(done.subList(from, Math.min(done.size(), from + batch)));
            }
            collected += done.size();
            return done.size();
        }

        private CompletableFuture<Deletion> delete(ServerInfo server, List<Garbage> garbage) {
            List<WriteId> writes =
                    garbage.stream().map(Garbage::writeId).distinct().toList();
            return servers.delete(server, writes);
        }
    }
}
