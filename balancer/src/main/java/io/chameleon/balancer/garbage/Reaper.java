package io.chameleon.balancer.garbage;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.Inquiry;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.transport.client.Deletion;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    /** Rows of a page for each server. */
    private static final int ROWS_OF_SERVER = 4;
    /** Servers asked in a turn whether they are short of space, besides those that delete something. */
    static final int ASKED = 64;

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
        Read newest = read(() -> table.garbage(0, batch));
        if (newest.rows.isEmpty()) {
            return 0;
        }
        Round round = new Round();
        reapDue(round, minAge.toMillis());
        round.ask(newest);
        reap(round, round.shortOfSpace, 0);
        return round.collected;
    }

    private void reapDue(Round round, long millis) {
        int page = round.page();
        Read oldest;
        int before;
        do {
            before = round.collected;
            oldest = read(() -> table.garbage(millis, page));
            Set<ServerId> unused = round.collect(oldest);
            if (oldest.rows.size() < page) {
                return;
            }
        } while (round.collected - before == page);
        reap(round, round.answering.keySet(), millis);
    }

    /** Until these servers' queues are empty, except those of servers that fail. */
    private void reap(Round round, Collection<ServerId> servers, long millis) {
        List<ServerId> left = List.copyOf(servers);
        while (!left.isEmpty()) {
            List<ServerId> asked = left;
            int each = Math.max(1, Math.min(batch, round.page() / asked.size()));
            Read queues = read(() -> table.garbage(asked, millis, each));
            Map<ServerId, Long> found =
                    queues.rows.stream().collect(Collectors.groupingBy(Garbage::server, Collectors.counting()));
            Set<ServerId> emptied = round.collect(queues);
            left = asked.stream()
                    .filter(server -> emptied.contains(server) && found.getOrDefault(server, 0L) >= each)
                    .toList();
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

        int page() {
            return Math.min(mostPerPage, Math.max(batch, ROWS_OF_SERVER * answering.size()));
        }

        /** Asks servers of these rows, in turn, whether they are short of space, unless they have said so. */
        void ask(Read read) {
            Set<ServerId> open = new LinkedHashSet<>();
            read.rows.stream()
                    .map(Garbage::server)
                    .filter(server -> answering.containsKey(server) && !asked.contains(server))
                    .forEach(open::add);
            if (!isFresh(read)) {
                return;
            }
            if (askedInTurn.containsAll(open)) {
                askedInTurn.clear();
            }
            List<ServerId> chosen = open.stream()
                    .filter(server -> !askedInTurn.contains(server))
                    .limit(ASKED)
                    .toList();
            askedInTurn.addAll(chosen);
            Set<ServerId> unused = delete(chosen.stream().collect(Collectors.toMap(id -> id, id -> List.of())));
        }

        /** Deletes on many servers at the same time. Returns those that have answered; others are left alone. */
        private Set<ServerId> delete(Map<ServerId, List<Garbage>> rows) {
            asked.addAll(rows.keySet());
            Inquiry.Outcome<Deletion> outcome = Inquiry.of(
                    rows.keySet().stream()
                            .flatMap(server -> Stream.ofNullable(answering.get(server)))
                            .toList(),
                    server -> servers.delete(server, writes(rows.getOrDefault(server.id(), List.of()))));
            outcome.tellFailures("deletion of superseded fragments");
            outcome.failures().keySet().forEach(server -> answering.remove(server.id()));
            outcome.answers().forEach((server, deletion) -> {
                if (deletion.shortOfSpace()) {
                    shortOfSpace.add(server.id());
                } else {
                    shortOfSpace.remove(server.id());
                }
            });
            return outcome.answers().keySet().stream().map(ServerInfo::id).collect(Collectors.toSet());
        }

        /** Returns the servers of which rows were collected. */
        Set<ServerId> collect(Read read) {
            if (!isFresh(read)) {
                return Set.of();
            }
            Map<ServerId, List<Garbage>> byServer = read.rows.stream()
                    .filter(row -> answering.containsKey(row.server()))
                    .collect(Collectors.groupingBy(Garbage::server));
            byServer.replaceAll((server, rows) -> rows.subList(0, Math.min(rows.size(), batch)));
            Set<ServerId> answered = delete(byServer);
            List<Long> done = answered.stream()
                    .flatMap(server -> byServer.getOrDefault(server, List.of()).stream())
                    .map(Garbage::id)
                    .toList();
            if (!done.isEmpty()) {
                table.collected(done);
            }
            collected += done.size();
            return answered;
        }

        private static List<WriteId> writes(List<Garbage> rows) {
            return rows.stream().map(Garbage::writeId).distinct().toList();
        }
    }
}
