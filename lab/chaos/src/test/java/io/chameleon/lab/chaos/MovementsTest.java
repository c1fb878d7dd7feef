package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMove.Phase;
import io.chameleon.core.bucket.BucketMoves;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.lab.chaos.FaultEvent.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Buckets that move between databases in memory, whose moves end as the test says. */
class MovementsTest {
    private static final int CANCEL_ONE_IN = 4;
    private static final long BEGAN = 1_700_000_000_000L;

    /** Chooses no pause between moves, and the first or the last bucket and database. */
    private record Choices(boolean last, boolean cancels) implements RandomGenerator {
        @Override
        public long nextLong() {
            return 0;
        }

        @Override
        public int nextInt(int bound) {
            return bound == CANCEL_ONE_IN ? (cancels ? 0 : 1) : last ? bound - 1 : 0;
        }
    }

    /** Tells the last {@value #TOLD} of all moves. */
    private static final class Databases implements BucketMoves {
        private static final int TOLD = 3;

        private final List<BucketMove> moves = new ArrayList<>();
        private final List<String> changes = new ArrayList<>();
        private final List<Thread> askers = new ArrayList<>();
        private boolean away;
        private boolean endsAtOnce;
        private int database;

        @Override
        public synchronized int databaseOf(String bucket) {
            return database;
        }

        @Override
        public synchronized BucketMove begin(String bucket, int target) {
            changes.add("begin " + bucket + " to " + target);
            Phase phase = endsAtOnce ? Phase.DONE : Phase.COPYING;
            BucketMove move = new BucketMove(moves.size(), bucket, database, target, phase, BEGAN, BEGAN + 250, 0, "");
            moves.add(move);
            return move;
        }

        @Override
        public synchronized BucketMove cancel(String bucket) {
            changes.add("cancel " + bucket);
            return end(Phase.CANCELLED);
        }

        synchronized BucketMove end(Phase phase) {
            BucketMove open = moves.removeLast();
            BucketMove ended = new BucketMove(
                    open.id(), open.bucket(), open.source(), open.target(), phase, BEGAN, BEGAN + 250, 9, "");
            moves.add(ended);
            return ended;
        }

        @Override
        public synchronized List<BucketMove> moves() {
            askers.add(Thread.currentThread());
            if (away) {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "no metadata process");
            }
            return moves.reversed().stream().limit(TOLD).toList();
        }

        synchronized void setAway(boolean isAway) {
            away = isAway;
        }

        synchronized List<String> changes() {
            return List.copyOf(changes);
        }

        synchronized int asked() {
            return askers.size();
        }

        synchronized long askedBy(Thread thread) {
            return askers.stream().filter(thread::equals).count();
        }
    }

    private final Databases databases = new Databases();

    private Movements movements(int count, RandomGenerator random) {
        return new Movements(databases, count, List.of("chaos", "kept"), random);
    }

    @Test
    void bucketMovesElsewhere_andNoOtherWhileThatMoveIsOpen() throws InterruptedException {
        databases.database = 1;
        try (Movements movements = movements(3, new Choices(true, false))) {
            await().until(() -> databases.asked() >= 4);
            assertThat(databases.changes())
                    .as("the second of the two databases that it is not in")
                    .containsExactly("begin kept to 0");
            movements.close(); // or another begins once this one has ended
            databases.end(Phase.DONE);
            assertThat(movements.end()).isEmpty();
        }
    }

    @Test
    void someMoves_areCalledOff() throws InterruptedException {
        try (Movements movements = movements(2, new Choices(false, true))) {
            await().until(() -> databases.changes().size() >= 2);
            assertThat(movements.end()).isEmpty();
            assertThat(databases.changes()).startsWith("begin chaos to 1", "cancel chaos");
            assertThat(movements.events().getFirst().detail()).isEqualTo("CANCELLED");
        }
    }

    @Test
    void withOneDatabase_nothingIsAskedOrMoved() throws InterruptedException {
        try (Movements movements = movements(1, new Choices(false, true))) {
            assertThat(movements.end()).isEmpty();
            assertThat(movements.events()).isEmpty();
            assertThat(databases.asked()).isZero();
        }
    }

    @Test
    void clusterThatIsAway_isAskedAgain() throws InterruptedException {
        databases.setAway(true);
        try (Movements movements = movements(2, new Choices(false, true))) {
            await().until(() -> databases.asked() >= 2);
            assertThat(databases.changes()).isEmpty();
            databases.setAway(false);
            await().until(() -> !databases.changes().isEmpty());
            assertThat(movements.end()).isEmpty();
        }
    }

    /** Nobody knows whether a move is open while nobody answers. */
    @Test
    void end_waitsForTheOpenMove_andForAnAnswer() throws InterruptedException {
        try (Movements movements = movements(2, new Choices(true, false))) {
            await().until(() -> !databases.changes().isEmpty());
            databases.setAway(true);
            List<List<String>> ended = new ArrayList<>();
            Thread ending = Thread.ofVirtual().start(() -> {
                try {
                    ended.add(movements.end());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            await().until(() -> databases.askedBy(ending) > 1);
            assertThat(ending.isAlive()).isTrue();
            databases.setAway(false);
            long asked = databases.askedBy(ending);
            await().until(() -> databases.askedBy(ending) > asked + 1);
            assertThat(ending.isAlive()).as("its rows are still copied").isTrue();
            databases.end(Phase.DONE);
            ending.join();
            assertThat(ended).containsExactly(List.of());
            assertThat(databases.changes()).as("no move begins after the end").hasSize(1);
        }
    }

    @Test
    void moveThatDoesNotEnd_isDescribed_andSoIsThatNobodyAnswers() throws InterruptedException {
        try (Movements movements = movements(2, new Choices(true, false))) {
            await().until(() -> !databases.changes().isEmpty());
            assertThat(movements.end(Duration.ZERO))
                    .containsExactly("a move of a bucket has not ended 0 s after all faults:"
                            + " bucket kept from database 0 to 1, COPYING");
            databases.setAway(true);
            assertThat(movements.end(Duration.ZERO))
                    .containsExactly("a move of a bucket has not ended 0 s after all faults:"
                            + " the cluster does not say which is open: no metadata process");
        }
    }

    @Test
    void event_saysHowAMoveEnded_andHowLongItTook() throws InterruptedException {
        try (Movements movements = movements(2, new Choices(true, false))) {
            await().until(() -> !databases.changes().isEmpty());
            movements.close(); // or another begins once this one has ended
            databases.end(Phase.DONE);
            assertThat(movements.end()).isEmpty();
            assertThat(movements.events()).singleElement().satisfies(event -> {
                assertThat(event.kind()).isEqualTo(Kind.MOVE);
                assertThat(event.target()).isEqualTo("kept");
                assertThat(event.detail()).isEqualTo("DONE");
                assertThat(event.tookNanos()).isEqualTo(250_000_000);
                assertThat(event.role()).isNull();
                assertThat(event.isMidTransition()).isFalse();
            });
        }
    }

    /** The cluster tells the last few; a long run has more. */
    @Test
    void events_areOfAllMoves_thoughTheClusterForgetsTheFirst() throws InterruptedException {
        databases.endsAtOnce = true;
        try (Movements movements = movements(2, new Choices(true, false))) {
            await().until(() -> databases.changes().size() > Databases.TOLD + 1);
            assertThat(movements.end()).isEmpty();
            assertThat(databases.moves()).hasSize(Databases.TOLD);
            assertThat(movements.events()).hasSameSizeAs(databases.changes());
        }
    }
}
