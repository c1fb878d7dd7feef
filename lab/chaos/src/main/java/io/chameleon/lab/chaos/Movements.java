package io.chameleon.lab.chaos;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMoves;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.lab.chaos.FaultEvent.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Moves buckets between the databases, if there are several, one after the other, some of them called off. Which moves
 * there were and how they ended is what the cluster says: an answer may be lost, and any process may go on with a move.
 */
final class Movements implements AutoCloseable {
    private static final Duration END_LIMIT = Duration.ofMinutes(3);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int CANCEL_ONE_IN = 4;

    private final BucketMoves moves;
    private final int databases;
    private final List<String> buckets;
    private final RandomGenerator random;
    private final long startMillis = System.currentTimeMillis();
    /** By their ids. The cluster tells the last hundred. */
    private final Map<Long, BucketMove> seen = new ConcurrentSkipListMap<>();

    private final Thread thread;
    private volatile boolean over;
    private long notBeforeNanos = System.nanoTime();

    /**
     * Begins.
     *
     * @param databases between which buckets can move; fewer than 2: none does
     */
    Movements(BucketMoves moves, int databases, List<String> buckets, RandomGenerator random) {
        this.moves = moves;
        this.databases = databases;
        this.buckets = List.copyOf(buckets);
        this.random = random;
        this.thread = Thread.ofVirtual().name("movements").start(this::move);
    }

    private void move() {
        while (!over && databases > 1) {
            try {
                step();
            } catch (ChameleonError away) {
                // It is asked again.
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void step() {
        if (open().isPresent()) {
            notBeforeNanos = System.nanoTime() + random.nextLong(LONGEST_PAUSE_NANOS);
        } else if (System.nanoTime() >= notBeforeNanos) {
            String bucket = buckets.get(random.nextInt(buckets.size()));
            int target = (moves.databaseOf(bucket) + 1 + random.nextInt(databases - 1)) % databases;
            BucketMove begun = moves.begin(bucket, target);
            if (random.nextInt(CANCEL_ONE_IN) == 0) {
                BucketMove unused = moves.cancel(begun.bucket());
            }
        }
    }

    private Optional<BucketMove> open() {
        List<BucketMove> last = moves.moves();
        last.forEach(move -> seen.put(move.id(), move));
        return last.stream().filter(move -> move.phase().isOpen()).findFirst();
    }

    /**
     * Begins no more, and waits for the last one, once everything runs again.
     *
     * @return that it does not end, if so
     */
    List<String> end() throws InterruptedException {
        return end(END_LIMIT);
    }

    List<String> end(Duration limit) throws InterruptedException {
        close();
        long end = System.nanoTime() + limit.toNanos();
        String open = openOrUnknown();
        while (!open.isEmpty()) {
            if (System.nanoTime() > end) {
                return List.of(
                        "a move of a bucket has not ended " + limit.toSeconds() + " s after all faults: " + open);
            }
            LockSupport.parkNanos(LOOK_NANOS);
            open = openOrUnknown();
        }
        return List.of();
    }

    /** The move that is open, or why that is not known; empty if none is. */
    private String openOrUnknown() {
        try {
            return databases > 1 ? open().map(Movements::described).orElse("") : "";
        } catch (ChameleonError away) {
            return "the cluster does not say which is open: " + away.getMessage();
        }
    }

    private static String described(BucketMove move) {
        return "bucket " + move.bucket() + " from database " + move.source() + " to " + move.target() + ", "
                + move.phase() + (move.problem().isEmpty() ? "" : ", last problem: " + move.problem());
    }

    /** What the cluster said of them; times are since they began. */
    List<FaultEvent> events() {
        return seen.values().stream().map(this::event).toList();
    }

    private FaultEvent event(BucketMove move) {
        return new FaultEvent(
                TimeUnit.MILLISECONDS.toNanos(move.beganMillis() - startMillis),
                Kind.MOVE,
                move.bucket(),
                null,
                -1,
                false,
                false,
                TimeUnit.MILLISECONDS.toNanos(move.changedMillis() - move.beganMillis()),
                move.phase().toString());
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
    }
}
