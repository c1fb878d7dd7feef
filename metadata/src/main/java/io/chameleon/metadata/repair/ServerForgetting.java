package io.chameleon.metadata.repair;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Halts;
import io.chameleon.metadata.statement.OutboxCollection;
import io.chameleon.metadata.statement.OutboxQueue;
import io.chameleon.metadata.statement.ServerRows;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.hibernate.StatelessSession;

/**
 * Forgets a server that holds nothing any more. Much garbage may wait there, so it is collected in separate
 * transactions; if the last one is refused, reconciliation finds the garbage again.
 */
final class ServerForgetting {
    private static final int COLLECTED_AT_ONCE = 10_000;

    private final Transactions transactions;
    private final InstantSource clock;
    private final Duration grace;
    private final ServerId server;

    ServerForgetting(Transactions transactions, InstantSource clock, Duration grace, ServerId server) {
        this.transactions = transactions;
        this.clock = clock;
        this.grace = grace;
        this.server = server;
    }

    /** @param records of its evacuations, as a transaction sees them */
    void run(Function<StatelessSession, List<Evacuation>> records) {
        boolean unused = transactions.run(session -> hasLeft(session, records.apply(session)));
        int collected;
        do {
            collected = transactions.run(session -> collectAll(session));
        } while (collected > 0);
        unused = transactions.run(session -> hasLeft(session, records.apply(session)) && remove(session));
    }

    /** What waits for the server counts as collected. Returns how much of it this call took. */
    private int collectAll(StatelessSession session) {
        List<Long> waiting = OutboxQueue.dueOn(session, List.of(server), Long.MAX_VALUE, COLLECTED_AT_ONCE).stream()
                .map(Garbage::id)
                .toList();
        OutboxCollection.collect(session, waiting, grace, clock.millis());
        return waiting.size();
    }

    /** True, or an error that says why not. */
    private boolean hasLeft(StatelessSession session, List<Evacuation> records) {
        ServerRows.requireAway(session, server);
        Evacuation.requireEmptied(
                server,
                records,
                RepairQueries.degradedOn(session, server),
                RepairQueries.holdsObjects(session, server));
        return true;
    }

    private boolean remove(StatelessSession session) {
        Evacuations.endAll(session, server);
        Halts.remove(session, server);
        return ServerRows.remove(session, server);
    }
}
