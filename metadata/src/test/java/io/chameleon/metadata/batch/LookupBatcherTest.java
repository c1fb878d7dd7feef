package io.chameleon.metadata.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** With workers that run when the test says so. */
class LookupBatcherTest {
    private static final long LATER = Long.MAX_VALUE / 2;
    private static final int CAPACITY = 200;

    private final AtomicLong nanoTime = new AtomicLong();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Queue<Runnable> turns = new ArrayDeque<>();
    private final List<List<ObjectId>> statements = new ArrayList<>();
    private RuntimeException failure = new IllegalStateException("not used");
    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), Duration.ofHours(1));
    private boolean closing;
    private final LookupBatcher batcher = new LookupBatcher(
            this::statement,
            turn -> {
                if (closing) {
                    throw new RejectedExecutionException("closed");
                }
                turns.add(turn);
            },
            CAPACITY,
            nanoTime::get,
            new MetadataMetrics(registry));
    private Runnable duringAStatement = () -> {};

    private List<Lookup> statement(List<ObjectId> ids) {
        statements.add(ids);
        duringAStatement.run();
        if (ids.stream().anyMatch(id -> id.key().startsWith("bad"))) {
            throw failure;
        }
        return table.lookup(ids);
    }

    private static ObjectId object(String key) {
        return new ObjectId("photos", key);
    }

    private CompletableFuture<Lookup> submit(String key) {
        return batcher.submit(object(key), LATER);
    }

    private void runTurns() {
        while (!turns.isEmpty()) {
            turns.remove().run();
        }
    }

    private static ErrorCode code(CompletableFuture<Lookup> failed) {
        return ((ChameleonError) failed.exceptionNow()).code();
    }

    @Test
    void lookupsThatWait_shareAStatement_eachWithItsOwnAnswer() {
        table.setBucketPolicy("films", RedundancyPolicy.REP);
        CompletableFuture<Lookup> photo = submit("a");
        CompletableFuture<Lookup> film = batcher.submit(new ObjectId("films", "a"), LATER);
        runTurns();

        assertThat(statements).containsExactly(List.of(object("a"), new ObjectId("films", "a")));
        assertThat(photo.join().bucketPolicy()).isEqualTo(RedundancyPolicy.EC);
        assertThat(film.join().bucketPolicy()).isEqualTo(RedundancyPolicy.REP);
        assertThat(registry.get("chameleon.metadata.lookup.batch.size")
                        .summary()
                        .max())
                .isEqualTo(2);
    }

    @Test
    void lookupAfterAnother_isNotAnsweredByItsStatement() {
        CompletableFuture<Lookup> first = submit("a");
        runTurns();
        CompletableFuture<Lookup> second = submit("a");
        assertThat(List.of(first.isDone(), second.isDone())).containsExactly(true, false);
        runTurns();

        assertThat(second).isCompleted();
        assertThat(statements).hasSize(2);
    }

    @Test
    void moreThanAStatementTakes_areAnsweredByTheNext_andTwoRunAtATime() {
        List<CompletableFuture<Lookup>> answers =
                IntStream.range(0, 150).mapToObj(i -> submit("k" + i)).toList();
        assertThat(turns).hasSize(2);
        runTurns();

        assertThat(statements).extracting(List::size).containsExactly(128, 22);
        assertThat(answers).allMatch(CompletableFuture::isDone);
    }

    @Test
    void lookupThatCannotBeAnswered_failsAlone() {
        CompletableFuture<Lookup> good = submit("good");
        CompletableFuture<Lookup> bad = submit("bad");
        runTurns();

        assertThat(good).isCompleted();
        assertThat(bad.exceptionNow()).isSameAs(failure);
    }

    @Test
    void databaseAway_failsAllAtOnce() {
        failure = new ChameleonError(ErrorCode.UNAVAILABLE, "no database");
        CompletableFuture<Lookup> good = submit("good");
        CompletableFuture<Lookup> bad = submit("bad");
        runTurns();

        assertThat(List.of(code(good), code(bad))).containsOnly(ErrorCode.UNAVAILABLE);
        assertThat(statements).hasSize(1);
    }

    @Test
    void lookupThatNobodyWaitsFor_isNotMade() {
        CompletableFuture<Lookup> late = batcher.submit(object("late"), 10);
        submit("cancelled").cancel(false);
        nanoTime.set(10);
        runTurns();

        assertThat(code(late)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertThat(statements).isEmpty();
    }

    @Test
    void fullQueue_refusesAtOnce_andServesAgainWhenItIsDrained() {
        List<CompletableFuture<Lookup>> waiting =
                IntStream.range(0, CAPACITY).mapToObj(i -> submit("k" + i)).toList();
        assertThat(code(submit("one more"))).isEqualTo(ErrorCode.OVERLOADED);
        runTurns();
        assertThat(waiting).allMatch(CompletableFuture::isDone);
        CompletableFuture<Lookup> next = submit("next");
        runTurns();

        assertThat(next).isCompleted();
    }

    @Test
    void closedWorkers_failWhatComes() {
        closing = true;

        assertThatThrownBy(submit("a")::join).hasMessageContaining("closing");
        assertThatThrownBy(submit("a")::join).hasMessageContaining("closing");
        assertThat(statements).isEmpty();
    }

    @Test
    void workersThatClose_answerWhatWaits_inTheTurnTheyHave() {
        List<CompletableFuture<Lookup>> waiting =
                IntStream.range(0, 150).mapToObj(i -> submit("k" + i)).toList();
        closing = true;
        turns.remove().run();

        assertThat(waiting).allSatisfy(answer -> assertThat(answer).isCompleted());
        assertThat(statements).extracting(List::size).containsExactly(128, 22);
    }

    /** The lookup begins a turn, which is refused; the running turn is left to answer it. */
    @Test
    void lookupDuringTheLastTurnOfWorkersThatClose_isAnswered_andThoseAfterItFail() {
        List<CompletableFuture<Lookup>> answers = new ArrayList<>(List.of(submit("a")));
        List<CompletableFuture<Lookup>> late = new ArrayList<>();
        duringAStatement = () -> {
            closing = true;
            duringAStatement = () -> {};
            answers.add(submit("b"));
            late.add(submit("c"));
        };
        turns.remove().run();

        assertThat(answers).hasSize(2).allSatisfy(answer -> assertThat(answer).isCompleted());
        assertThatThrownBy(late.get(0)::join).hasMessageContaining("closing");
        assertThatThrownBy(submit("d")::join).hasMessageContaining("closing");
    }
}
