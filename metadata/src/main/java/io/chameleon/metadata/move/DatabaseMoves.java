package io.chameleon.metadata.move;

import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMoves;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.routing.BucketDirectory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;

/** Moves between the databases of this process, which takes its turns at carrying them out. */
public final class DatabaseMoves implements BucketMoves, AutoCloseable {
    private final OpenDatabases databases;
    private final BucketDirectory directory;
    private final MoveOrders orders;
    private final MoveRecords records;
    private final InstantSource clock;
    private final MoveKeeper keeper;
    private final Duration grace;

    /** @param grace the age from which an uncommitted write is refused */
    public DatabaseMoves(OpenDatabases databases, BucketDirectory directory, Duration grace) {
        this.databases = databases;
        this.grace = grace;
        this.directory = directory;
        this.clock = databases.clock();
        this.orders = new MoveOrders(databases.first(), clock);
        this.records = new MoveRecords(databases.first(), clock);
        this.keeper = new MoveKeeper(
                records,
                new BucketMover(
                        MoverConnections.to(databases.all()), records, Thread::sleep, BucketMover.LONGEST_WAIT));
    }

    /** From now on open moves are carried out, also those that were begun before. */
    public void start() {
        keeper.start();
    }

    @Override
    public int databaseOf(String bucket) {
        Slices.requireBucketOrSlice(bucket);
        return directory.find(bucket).number();
    }

    @Override
    public BucketMove begin(String bucket, int target) {
        int count = databases.all().size();
        Require.that(
                target >= 0 && target < count,
                "database",
                target,
                "0 to " + (count - 1) + ", of metadata.database.further-urls");
        int source = databaseOf(bucket);
        if (source == target && !orders.isOpen()) {
            long now = clock.millis();
            return new BucketMove(0, bucket, source, target, BucketMove.Phase.DONE, now, now, 0, "");
        }
        for (int number : List.of(source, target)) {
            String obstacle = ask(number, connection -> MoveObstacle.of(connection, committable(number)));
            Require.that(obstacle.isEmpty(), "database", number, "one that is ready: " + obstacle);
        }
        if (!ask(source, connection -> BucketTransfer.exists(connection, bucket))) {
            throw new ChameleonError(ErrorCode.BUCKET_NOT_FOUND, "bucket " + bucket + " does not exist");
        }
        BucketMove begun = orders.begin(bucket, source, target);
        keeper.begun();
        return begun;
    }

    private Duration committable(int number) {
        return grace.plus(databases.all().get(number).longestTransaction());
    }

    private <T> T ask(int number, Transactions.Query<T> question) {
        return databases.all().get(number).transactions().query(question);
    }

    @Override
    public BucketMove cancel(String bucket) {
        Slices.requireBucketOrSlice(bucket);
        BucketMove cancelled = records.cancel(bucket);
        keeper.begun();
        return cancelled;
    }

    @Override
    public List<BucketMove> moves() {
        return orders.last();
    }

    /** The number of the last move; empty while one is open. */
    public OptionalLong generation() {
        return orders.generation();
    }

    @Override
    public void close() {
        keeper.close();
    }
}
