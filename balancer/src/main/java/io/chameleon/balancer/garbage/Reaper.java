package io.chameleon.balancer.garbage;

import io.chameleon.balancer.servers.Failing;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Deletes superseded fragments: reads the outbox, trims on the servers, then marks the rows collected. A row is marked
 * only after its server has answered, and deleting twice is harmless, so a reaper may die at any point, and two may run
 * at once. Owns no thread.
 *
 * <p>The outbox is read oldest first, in one query as long as all servers answer. If rows of silent servers fill that
 * page, the queues of the others are read, those of all servers in one query, so that an unreachable server does not
 * keep others from freeing room. A page grows with the number of servers: otherwise a request would delete one write.
 *
 * <p>A server that is short of space says so in its answers. Its superseded fragments go at once, without the delay for
 * readers in flight: those look the object up again.
 *
 * <p>A row bars its server for its write until it is forgotten, long after it was collected (see {@link GarbageTable}).
 * So a reaper that was stopped for some time between reading a row and deleting drops what it has read: another may
 * have collected the row, and the write may be live there again.
 */
public final class Reaper {
    /** Writes that a request to a server deletes at most, and rows of a page at least. */
    static final int BATCH = 1_000;

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
    private final int mostPerPage;
    private final Failing failing = new Failing();
    /** Servers that were asked since all were. */
    private final Set<ServerId> askedInTurn = new HashSet<>();

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
        this.mostPerPage = mostPerPage;
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
        ReadGarbage newest = read(() -> table.garbage(0, batch));
        if (newest.rows().isEmpty()) {
            return 0;
        }
        ReapRound round = new ReapRound(table, servers, failing, askedInTurn, this::isFresh, batch, mostPerPage);
        reapDue(round, minAge.toMillis());
        round.ask(newest);
        reap(round, round.shortOfSpace(), 0);
        return round.collected();
    }

    private void reapDue(ReapRound round, long millis) {
        int page = round.page();
        ReadGarbage oldest;
        int before;
        do {
            before = round.collected();
            oldest = read(() -> table.garbage(millis, page));
            Set<ServerId> unused = round.collect(oldest);
            if (oldest.rows().size() < page) {
                return;
            }
        } while (round.collected() - before == page);
        reap(round, round.answering(), millis);
    }

    /** Until these servers' queues are empty, except those of servers that fail. */
    private void reap(ReapRound round, Collection<ServerId> servers, long millis) {
        List<ServerId> left = List.copyOf(servers);
        while (!left.isEmpty()) {
            List<ServerId> asked = left;
            int each = Math.max(1, Math.min(batch, round.page() / asked.size()));
            ReadGarbage queues = read(() -> table.garbage(asked, millis, each));
            Map<ServerId, Long> found =
                    queues.rows().stream().collect(Collectors.groupingBy(Garbage::server, Collectors.counting()));
            Set<ServerId> emptied = round.collect(queues);
            left = asked.stream()
                    .filter(server -> emptied.contains(server) && found.getOrDefault(server, 0L) >= each)
                    .toList();
        }
    }

    private ReadGarbage read(Supplier<List<Garbage>> question) {
        long asked = clock.millis();
        return new ReadGarbage(question.get(), asked);
    }

    private boolean isFresh(ReadGarbage read) {
        return Math.abs(clock.millis() - read.sinceMillis()) <= fresh.toMillis();
    }
}
