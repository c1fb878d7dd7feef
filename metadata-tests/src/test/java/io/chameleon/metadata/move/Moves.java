package io.chameleon.metadata.move;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.routing.FreezeWatch;
import io.chameleon.metadata.routing.FreezeWatches;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Moves in simulated time: what a process waits for has passed at once. */
final class Moves {
    /** Other tests use the same PostgreSQL, and their transactions take real time: in simulated time, at most a day. */
    private static final Duration TRANSACTION = Duration.ofDays(1);

    /** Or moves that wait for other tests would take their processors. */
    private static final long REAL_NANOS = 1_000_000;

    final MoveOrders orders;
    final MoveRecords records;
    final BucketMover mover;
    private final AtomicLong nanos = new AtomicLong();
    private final List<Database> databases;
    private final List<FreezeWatch> watches = new ArrayList<>();

    Moves(List<Database> databases, InstantSource clock) {
        this(databases, clock, MoverConnections.to(databases));
    }

    Moves(List<Database> databases, InstantSource clock, MoverConnections connections) {
        this.databases = databases;
        orders = new MoveOrders(databases.getFirst(), clock);
        records = new MoveRecords(databases.getFirst(), clock);
        mover = new BucketMover(connections, records, this::pass, TRANSACTION);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        LockSupport.parkNanos(REAL_NANOS);
    }

    /** Those of one more process. */
    FreezeWatches watches() {
        List<FreezeWatch> own = databases.stream()
                .map(database -> new FreezeWatch(database, nanos::get))
                .toList();
        watches.addAll(own);
        return new FreezeWatches(own);
    }

    /** Carries out all phases, and then every process hears of it. */
    void finish() {
        Optional<ClaimedMove> claimed = records.claim();
        while (claimed.isPresent()) {
            carryOut(claimed.get());
            claimed = records.claim();
        }
        watches.forEach(FreezeWatch::look);
    }

    /** It waits for no transaction. */
    BucketMover impatient() {
        return over(MoverConnections.to(databases));
    }

    /** As {@link #impatient}, on these connections. */
    BucketMover over(MoverConnections connections) {
        return new BucketMover(connections, records, this::pass, Duration.ZERO);
    }

    void carryOut(ClaimedMove claimed) {
        try {
            mover.carryOut(claimed);
        } catch (SQLException | IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
