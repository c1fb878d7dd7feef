package io.chameleon.metadata.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.CommitResult.Status;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.Samples;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommitBatcherTest {
    private static final long NEVER = Long.MAX_VALUE / 2;
    private static final Duration GRACE = Duration.ofHours(1);

    private final AtomicLong nanoTime = new AtomicLong();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), GRACE);
    /** Batches as they reached the table; the first waits for the gate. */
    private final List<List<Commit>> batches = new ArrayList<>();

    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<CommitBatcher> open = new ArrayList<>();

    @AfterEach
    void close() {
        gate.countDown();
        open.forEach(CommitBatcher::close);
    }

    private CommitBatcher batcher(MappingTable over, int committers, int maxBatch, int capacity) {
        CommitBatcher batcher = new CommitBatcher(
                over::commit, committers, maxBatch, capacity, nanoTime::get, new MetadataMetrics(registry));
        open.add(batcher);
        return batcher;
    }

    /** One committer over a table that calls {@code commit} once the gate is open. */
    private CommitBatcher gated(int maxBatch, int capacity, Function<List<Commit>, List<CommitResult>> commit) {
        return batcher(
                new CommitsOnly(commits -> {
                    synchronized (batches) {
                        batches.add(commits);
                    }
                    awaitGate();
                    return commit.apply(commits);
                }),
                1,
                maxBatch,
                capacity);
    }

    private void awaitGate() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Occupies the committer, so that what follows queues up. */
    private CompletableFuture<CommitResult> occupy(CommitBatcher batcher) {
        CompletableFuture<CommitResult> first = batcher.submit(Samples.write(Samples.object("first")), NEVER);
        await().until(() -> {
            synchronized (batches) {
                return !batches.isEmpty();
            }
        });
        return first;
    }

    private static ErrorCode code(CompletableFuture<?> failed) {
        try {
            failed.get();
        } catch (ExecutionException e) {
            return ((ChameleonError) Objects.requireNonNull(e.getCause())).code();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        throw new AssertionError("did not fail");
    }

    @Test
    void commitsThatArriveTogether_shareATransaction_upToTheMaximum() throws Exception {
        CommitBatcher batcher = gated(10, 100, table::commit);
        CompletableFuture<CommitResult> first = occupy(batcher);
        List<CompletableFuture<CommitResult>> queued = IntStream.range(0, 25)
                .mapToObj(i -> batcher.submit(Samples.write(Samples.object("k" + i)), NEVER))
                .toList();
        gate.countDown();

        assertThat(first.get().status()).isEqualTo(Status.COMMITTED);
        for (CompletableFuture<CommitResult> result : queued) {
            assertThat(result.get().status()).isEqualTo(Status.COMMITTED);
        }
        assertThat(batches).extracting(List::size).containsExactly(1, 10, 10, 5);
    }

    @Test
    void commitsOfOneObject_inOneBatch_areAppliedInOrder() throws Exception {
        CommitBatcher batcher = gated(10, 100, table::commit);
        CompletableFuture<CommitResult> unused = occupy(batcher);
        List<Commit> writes = IntStream.range(0, 5)
                .mapToObj(i -> Samples.write(Samples.object("cat")))
                .toList();
        List<CompletableFuture<CommitResult>> answers =
                writes.stream().map(write -> batcher.submit(write, NEVER)).toList();
        gate.countDown();

        for (int i = 0; i < writes.size(); i++) {
            assertThat(Objects.requireNonNull(answers.get(i).get().current()).writeId())
                    .isEqualTo(writes.get(i).writeId());
        }
        assertThat(Objects.requireNonNull(table.lookup(Samples.object("cat")).mapping())
                        .writeId())
                .isEqualTo(writes.get(4).writeId());
    }

    @Test
    void poisonedCommit_failsAlone() throws Exception {
        Commit poisoned = Samples.write(Samples.object("poisoned"));
        CommitBatcher batcher = gated(10, 100, commits -> {
            if (commits.contains(poisoned)) {
                throw new ChameleonError(ErrorCode.INTERNAL, "refused");
            }
            return table.commit(commits);
        });
        CompletableFuture<CommitResult> unused = occupy(batcher);
        CompletableFuture<CommitResult> before = batcher.submit(Samples.write(Samples.object("a")), NEVER);
        CompletableFuture<CommitResult> failed = batcher.submit(poisoned, NEVER);
        CompletableFuture<CommitResult> after = batcher.submit(Samples.write(Samples.object("b")), NEVER);
        gate.countDown();

        assertThat(code(failed)).isEqualTo(ErrorCode.INTERNAL);
        assertThat(before.get().status()).isEqualTo(Status.COMMITTED);
        assertThat(after.get().status()).isEqualTo(Status.COMMITTED);
    }

    @Test
    void databaseThatIsAway_failsTheBatchOnce() {
        CommitBatcher batcher = gated(10, 100, commits -> {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "away");
        });
        CompletableFuture<CommitResult> first = occupy(batcher);
        List<CompletableFuture<CommitResult>> queued = IntStream.range(0, 3)
                .mapToObj(i -> batcher.submit(Samples.write(Samples.object("k" + i)), NEVER))
                .toList();
        gate.countDown();

        assertThat(code(first)).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(queued).allMatch(result -> code(result) == ErrorCode.UNAVAILABLE);
        assertThat(batches).extracting(List::size).containsExactly(1, 3);
    }

    @Test
    void commitBeyondTheQueue_isRefusedAsOverload() throws Exception {
        CommitBatcher batcher = gated(2, 2, table::commit);
        CompletableFuture<CommitResult> unused = occupy(batcher);
        CompletableFuture<CommitResult> second = batcher.submit(Samples.write(Samples.object("b")), NEVER);
        CompletableFuture<CommitResult> third = batcher.submit(Samples.write(Samples.object("c")), NEVER);
        CompletableFuture<CommitResult> refused = batcher.submit(Samples.write(Samples.object("d")), NEVER);

        assertThat(code(refused)).isEqualTo(ErrorCode.OVERLOADED);
        gate.countDown();
        assertThat(second.get().status()).isEqualTo(Status.COMMITTED);
        assertThat(third.get().status()).isEqualTo(Status.COMMITTED);
    }

    @Test
    void commitWhoseDeadlinePassesInTheQueue_isNotTried() throws Exception {
        CommitBatcher batcher = gated(10, 100, table::commit);
        CompletableFuture<CommitResult> unused = occupy(batcher);
        CompletableFuture<CommitResult> late = batcher.submit(Samples.write(Samples.object("late")), 100);
        CompletableFuture<CommitResult> inTime = batcher.submit(Samples.write(Samples.object("in-time")), 101);
        nanoTime.set(100);
        gate.countDown();

        assertThat(code(late)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertThat(inTime.get().status()).isEqualTo(Status.COMMITTED);
        assertThat(table.lookup(Samples.object("late")).mapping()).isNull();
    }

    @Test
    void close_answersWhatItHas_andTakesNoMore() throws Exception {
        CommitBatcher batcher = gated(1, 100, table::commit);
        CompletableFuture<CommitResult> unused = occupy(batcher);
        List<CompletableFuture<CommitResult>> queued = IntStream.range(0, 5)
                .mapToObj(i -> batcher.submit(Samples.write(Samples.object("k" + i)), NEVER))
                .toList();
        gate.countDown();
        batcher.close();

        assertThat(queued).allMatch(CompletableFuture::isDone);
        assertThat(queued.get(4).get().status()).isEqualTo(Status.COMMITTED);
        assertThatThrownBy(() -> batcher.submit(Samples.write(Samples.object("x")), NEVER)
                        .get())
                .hasMessageContaining("closing");
    }

    @Test
    void manyCommitsAtOnce_overPostgres_takeFewerTransactionsThanCommits() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (Database database = Database.open(PostgresForTests.migratedDatabase(), meters)) {
            PostgresMappingTable postgres = new PostgresMappingTable(database, InstantSource.system(), GRACE);
            CommitBatcher batcher = batcher(
                    new CommitsOnly(commits -> {
                        awaitGate();
                        return postgres.commit(commits);
                    }),
                    2,
                    64,
                    1000);
            List<Commit> commits = IntStream.range(0, 400)
                    .mapToObj(i -> Samples.write(Samples.object("k" + i % 300)))
                    .toList();
            List<CompletableFuture<CommitResult>> answers = commits.stream()
                    .map(commit -> batcher.submit(commit, NEVER))
                    .toList();
            gate.countDown();
            for (CompletableFuture<CommitResult> answer : answers) {
                assertThat(answer.get().status()).isEqualTo(Status.COMMITTED);
            }

            assertThat(meters.get("chameleon.metadata.transaction").timer().count())
                    .isLessThan(100);
            assertThat(postgres.lookup(Samples.object("k299")).mapping())
                    .isEqualTo(answers.get(299).get().current());
            batcher.close();
        }
    }
}
