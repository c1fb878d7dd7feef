package io.chameleon.balancer.garbage;

import io.chameleon.balancer.servers.Failing;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.Inquiry;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.transport.client.Deletion;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One call's view of the servers: one that fails is left alone until the next call. */
final class ReapRound {
    /** Rows of a page for each server. */
    private static final int ROWS_OF_SERVER = 4;
    /** Servers asked in a turn whether they are short of space, besides those that delete something. */
    private static final int ASKED = 64;

    private final GarbageTable table;
    private final FlashServers servers;
    private final Failing failing;
    private final Set<ServerId> askedInTurn;
    private final Predicate<ReadGarbage> fresh;
    private final int batch;
    private final int mostPerPage;
    private final Map<ServerId, ServerInfo> answering;
    private final Set<ServerId> shortOfSpace = new HashSet<>();
    private final Set<ServerId> asked = new HashSet<>();
    private int collected;

    /**
     * @param failing servers that failed in earlier rounds
     * @param askedInTurn servers that were asked since all were
     * @param fresh whether garbage was read so recently that it still is some
     */
    ReapRound(
            GarbageTable table,
            FlashServers servers,
            Failing failing,
            Set<ServerId> askedInTurn,
            Predicate<ReadGarbage> fresh,
            int batch,
            int mostPerPage) {
        this.table = table;
        this.servers = servers;
        this.failing = failing;
        this.askedInTurn = askedInTurn;
        this.fresh = fresh;
        this.batch = batch;
        this.mostPerPage = mostPerPage;
        this.answering = servers.view().servers().stream()
                .filter(ServerInfo::isReadable)
                .collect(Collectors.toMap(ServerInfo::id, Function.identity()));
    }

    /** Servers that have not failed. */
    Set<ServerId> answering() {
        return answering.keySet();
    }

    /** Servers that said so last. */
    Set<ServerId> shortOfSpace() {
        return shortOfSpace;
    }

    /** Rows, so far. */
    int collected() {
        return collected;
    }

    /** Rows of a page. */
    int page() {
        return Math.min(mostPerPage, Math.max(batch, ROWS_OF_SERVER * answering.size()));
    }

    /** Asks servers of these rows, in turn, whether they are short of space, unless they have said so. */
    void ask(ReadGarbage read) {
        Set<ServerId> open = new LinkedHashSet<>();
        read.rows().stream()
                .map(Garbage::server)
                .filter(server -> answering.containsKey(server) && !asked.contains(server))
                .forEach(open::add);
        if (!fresh.test(read)) {
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
        failing.tell("deletion of superseded fragments", outcome);
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
    Set<ServerId> collect(ReadGarbage read) {
        if (!fresh.test(read)) {
            return Set.of();
        }
        Map<ServerId, List<Garbage>> byServer = read.rows().stream()
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
