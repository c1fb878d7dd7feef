package io.chameleon.metadata.move;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.error.ChameleonError;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for an open move every two seconds, and carries it out unless another process does. */
final class MoveKeeper implements AutoCloseable {
    /** A move whose rows could not be copied so often is cancelled: its bucket takes no writes meanwhile. */
    static final int MOST_ATTEMPTS = 5;

    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration BEAT = Duration.ofSeconds(3);
    private static final Duration HANDED_OVER = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(MoveKeeper.class);

    private final MoveRecords records;
    private final BucketMover mover;
    private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("bucket-mover").daemon().factory());
    /** Two: what looks for lost connections waits for a database that may be away, and beats must not. */
    private final ScheduledExecutorService beats = Executors.newScheduledThreadPool(
            2, Thread.ofPlatform().name("bucket-mover-beat-", 0).daemon().factory());

    MoveKeeper(MoveRecords records, BucketMover mover) {
        this.records = records;
        this.mover = mover;
    }

    void start() {
        var unused = turns.scheduleWithFixedDelay(
                this::lookQuietly, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Soon, rather than at the next look. */
    void begun() {
        turns.execute(this::lookQuietly);
    }

    private void lookQuietly() {
        try {
            boolean again = true;
            while (again && !Thread.currentThread().isInterrupted()) {
                again = look();
            }
        } catch (RuntimeException e) {
            LOG.debug("open moves of buckets are looked for again later: {}", e.toString());
        }
    }

    /** Carries out the next phase of the open move; returns whether it has, so that there may be another. */
    boolean look() {
        Optional<ClaimedMove> claimed = records.claim();
        return claimed.isPresent() && carryOut(claimed.get());
    }

    private boolean carryOut(ClaimedMove claimed) {
        BucketMove move = claimed.move();
        ScheduledFuture<?> beating = everyBeat(() -> beatQuietly(claimed));
        ScheduledFuture<?> watching = everyBeat(this::giveUpQuietly);
        try {
            LOG.info("bucket {} from database {} to {}: {}", move.bucket(), move.source(), move.target(), move.phase());
            mover.carryOut(claimed);
            return true;
        } catch (SupersededException e) {
            LOG.info("{}", e.getMessage());
        } catch (InterruptedException e) {
            // This process ends. Not with the flag set: it would get no connection.
            records.failed(claimed, move.problem());
            Thread.currentThread().interrupt();
        } catch (SQLException | IOException | RuntimeException e) {
            failed(claimed, e);
        } finally {
            beating.cancel(false);
            watching.cancel(false);
        }
        return false;
    }

    private ScheduledFuture<?> everyBeat(Runnable work) {
        return beats.scheduleWithFixedDelay(work, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void failed(ClaimedMove claimed, Exception failure) {
        BucketMove move = claimed.move();
        String problem =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.toString());
        LOG.warn("the move of bucket {} is repeated, {}: {}", move.bucket(), move.phase(), problem);
        records.failed(claimed, problem);
        if (move.phase() == BucketMove.Phase.COPYING && claimed.attempts() >= MOST_ATTEMPTS) {
            try {
                BucketMove unused = records.cancel(move.bucket());
            } catch (ChameleonError | IllegalArgumentException e) {
                LOG.info("the move of bucket {} is not cancelled: {}", move.bucket(), e.getMessage());
            }
        }
    }

    private void beatQuietly(ClaimedMove claimed) {
        try {
            records.beat(claimed);
        } catch (RuntimeException e) {
            LOG.debug(
                    "the move of bucket {} is beaten for again later: {}",
                    claimed.move().bucket(),
                    e.toString());
        }
    }

    private void giveUpQuietly() {
        try {
            mover.giveUpLostConnections();
        } catch (RuntimeException e) {
            LOG.debug("lost connections are looked for again later: {}", e.toString());
        }
    }

    /** Leaves an open move to other processes at once. */
    @Override
    public void close() {
        turns.shutdownNow();
        try {
            boolean unused = turns.awaitTermination(HANDED_OVER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        beats.shutdownNow();
    }
}
