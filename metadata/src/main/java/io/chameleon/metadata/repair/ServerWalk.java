package io.chameleon.metadata.repair;

import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.FencedTransactions;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.statement.Evacuations;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.hibernate.StatelessSession;

/**
 * One page of a walk that queues: the objects of a lost or emptied server. Parts of the page are queued in parallel,
 * each in a transaction of its own, since a part keeps this process and the database busy in turn. The cursor advances
 * when all of them are committed. If the process dies in between, the page is walked again: objects already queued are
 * then skipped, and not counted.
 *
 * <p>No part holds locks while it waits for another one, so the locks of clients cannot form a deadlock that the
 * database does not see.
 */
final class ServerWalk {
    /** Parts of a page. Two keep two processors busy; the others work while these wait for the disk. */
    private static final int PARTS = 4;

    private final FencedTransactions fenced;
    private final InstantSource clock;
    private final long fence;

    ServerWalk(Transactions transactions, InstantSource clock, long fence) {
        this.fenced = new FencedTransactions(transactions);
        this.clock = clock;
        this.fence = fence;
    }

    /** As {@link io.chameleon.core.mapping.table.RepairTable#walk}. */
    Optional<Evacuation> page(Evacuation at, int limit) {
        return fenced.run(fence, session -> next(session, at, limit)).flatMap(page -> {
            List<List<ObjectKey>> parts = page.parts(Math.ceilDiv(limit, PARTS));
            WalkPart.Queued queued = Parallel.map(parts, ids -> part(at, ids)).stream()
                    .reduce(WalkPart.Queued.NONE, WalkPart.Queued::plus);
            Evacuation after = at.at(page.next(), queued.objects(), queued.objects(), queued.bytes());
            return fenced.run(fence, session -> progress(session, after));
        });
    }

    private static Optional<KeyWalk.Page> next(StatelessSession session, Evacuation at, int limit) {
        return Evacuations.of(session, at.server()).stream().anyMatch(at::isSame)
                ? Optional.of(KeyWalk.page(session, at.server(), at.cursor(), limit))
                : Optional.empty();
    }

    private WalkPart.Queued part(Evacuation at, List<ObjectKey> ids) {
        return fenced.run(fence, session -> new WalkPart(session, at, clock.millis()).queue(ids));
    }

    private Optional<Evacuation> progress(StatelessSession session, Evacuation after) {
        Evacuation to = after.cursor() == null ? after.walked(clock.millis()) : after;
        boolean known = Evacuations.progress(session, to);
        if (known && to.isFinished() && to.kind() == Evacuation.Kind.EMPTIED) {
            int unused = Evacuations.end(session, to);
        }
        return known ? Optional.of(to) : Optional.empty();
    }
}
