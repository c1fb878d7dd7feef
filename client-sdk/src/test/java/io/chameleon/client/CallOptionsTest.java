package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.fake.Collector;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ProgressListener;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a caller may choose for its own operations, beside others of the same client. */
@Timeout(300)
final class CallOptionsTest {
    private static final byte[] BYTES = RoundTripTest.bytes(10_000);
    private static final CallOptions SOON = CallOptions.DEFAULT.deadline(Duration.ofMillis(300));

    private final FakeCluster cluster = new FakeCluster(8);
    /** Patient in everything, so that only the caller's own limits end an operation. */
    private final ChameleonClient client = cluster.builder()
            .segmentBytes(1_000)
            .hedgeAfter(Duration.ofMinutes(10))
            .timeouts(new Timeouts(Duration.ofMinutes(10), Duration.ofMinutes(10)))
            .build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private void hangAll(MessageType type) {
        cluster.servers().forEach(server -> server.hang(type));
    }

    private long pending() {
        return cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum();
    }

    @Test
    void deadline_endsAReadWithAllItsRequests() {
        client.put(BUCKET, "key", BYTES);
        hangAll(MessageType.GET_FRAGMENT);

        assertThatThrownBy(() -> client.with(SOON).get(BUCKET, "key"))
                .isInstanceOfSatisfying(DeadlineExceededException.class, e -> {
                    assertThat(e.retryable()).isTrue();
                    assertThat(e).hasMessageContaining("300 ms");
                });
        await().until(() -> pending() == 0);
    }

    /** As of a mistyped address: without it, the caller learns that it waited, and not for what. */
    @Test
    void deadline_tellsWhyTheLastTryFailed() {
        cluster.metadata().fail(MessageType.LOOKUP, new ChameleonError(ErrorCode.UNAVAILABLE, "no such host"));

        // A thread that is kept waiting may not have tried yet when the deadline passes.
        await().untilAsserted(() -> assertThatThrownBy(() -> client.with(SOON).get(BUCKET, "key"))
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessage("not complete within the deadline of 300 ms; the last try: no such host")
                .hasCauseInstanceOf(ChameleonError.class));
    }

    @Test
    void deadline_thatDoesNotPass_changesNothing() {
        ChameleonClient patient = client.with(CallOptions.DEFAULT.deadline(Duration.ofMinutes(10)));

        patient.put(BUCKET, "key", BYTES);

        assertThat(patient.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(patient.async().get(BUCKET, "key").join()).isEqualTo(BYTES);
    }

    @Test
    void deadlineOfAWrite_beforeItsCommitIsSent_leavesNothing() {
        hangAll(MessageType.PUT_FRAGMENT);

        assertThatThrownBy(() -> client.with(SOON).put(BUCKET, "key", BYTES))
                .isInstanceOf(DeadlineExceededException.class);
        assertThat(client.exists(BUCKET, "key")).isFalse();
    }

    @Test
    void deadlineOfAWrite_whoseCommitIsNotAnswered_leavesTheOutcomeOpen() {
        cluster.metadata().hang(MessageType.COMMIT);
        Duration deadline = Duration.ofMillis(250);
        Throwable failure;
        do { // On a busy machine the deadline may pass before the commit is sent.
            deadline = deadline.multipliedBy(2);
            ChameleonClient impatient = client.with(CallOptions.DEFAULT.deadline(deadline));
            failure = catchThrowable(() -> impatient.put(BUCKET, "key", BYTES));
        } while (cluster.metadata().received(MessageType.COMMIT) == 0);

        assertThat(failure).isInstanceOfSatisfying(WriteOutcomeUnknownException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
            assertThat(e.retryable()).isTrue();
        });
    }

    /** A source that gives nothing has no time limit of its own. */
    @Test
    void deadline_endsAWriteWhoseSourceBlocks() {
        CountDownLatch never = new CountDownLatch(1);
        ByteArrayInputStream stuck = new ByteArrayInputStream(BYTES) {
            @Override
            public int read(byte[] target, int offset, int length) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return -1;
            }
        };

        assertThatThrownBy(() -> client.with(SOON).put(BUCKET, "key", stuck, PutOptions.DEFAULT))
                .isInstanceOf(DeadlineExceededException.class);
        never.countDown();
    }

    /** A write to it cannot be cancelled. */
    @Test
    void deadline_endsAReadWhoseTargetBlocks() {
        client.put(BUCKET, "key", BYTES);
        CountDownLatch never = new CountDownLatch(1);
        OutputStream stuck = new OutputStream() {
            @Override
            public void write(int one) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };

        assertThatThrownBy(() -> client.with(SOON).getTo(BUCKET, "key", stuck))
                .isInstanceOf(DeadlineExceededException.class);
        never.countDown();
    }

    @Test
    void closingTheClient_endsAReadWhoseTargetTakesNothing() {
        client.put(BUCKET, "key", BYTES);
        CompletableFuture<Thread> writer = new CompletableFuture<>();
        WritableByteChannel full = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer bytes) {
                writer.complete(Thread.currentThread());
                return 0;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        CompletableFuture<ObjectInfo> read = client.async().getTo(BUCKET, "key", full);
        await().until(writer::isDone);

        client.close();

        assertThatThrownBy(read::join).hasCauseInstanceOf(OperationCancelledException.class);
        await().untilAsserted(() -> assertThat(writer.join().isAlive()).isFalse());
    }

    private record Begun(ObjectStream stream, Collector collected) {}

    /** On a busy machine the deadline may pass before both have begun: they begin anew, with more time. */
    private Begun begin(Duration deadline) throws Exception {
        ChameleonClient hasty = client.with(CallOptions.DEFAULT.deadline(deadline));
        Collector collected = Collector.patient();
        try {
            ObjectStream stream = hasty.open(BUCKET, "key");
            assertThat(stream.read()).isEqualTo(BYTES[0] & 0xFF);
            hasty.async().read(BUCKET, "key", GetOptions.DEFAULT).get().subscribe(collected);
            return new Begun(stream, collected);
        } catch (DeadlineExceededException | ExecutionException e) {
            assertThat(e instanceof ExecutionException ? e.getCause() : e)
                    .isInstanceOf(DeadlineExceededException.class);
            return begin(deadline.multipliedBy(2));
        }
    }

    @Test
    void deadline_coversTheBytesOfAStreamAndOfAPublisher() throws Exception {
        client.put(BUCKET, "key", BYTES);
        Begun begun = begin(Duration.ofSeconds(1));
        Collector collected = begun.collected();
        try (ObjectStream stream = begun.stream()) {
            hangAll(MessageType.GET_FRAGMENT);
            collected.subscription().request(Long.MAX_VALUE);

            assertThatThrownBy(stream::readAllBytes).isInstanceOf(DeadlineExceededException.class);
            assertThatThrownBy(collected.all()::get).hasCauseInstanceOf(DeadlineExceededException.class);
        }
    }

    @Test
    void singleAttempt_isNotRepeated_whereTheClientWouldRepeatIt() {
        client.put(BUCKET, "key", BYTES);
        long before = cluster.metadata().received(MessageType.LOOKUP);
        cluster.metadata().refuse(MessageType.LOOKUP, 2);

        assertThatThrownBy(() -> client.with(CallOptions.DEFAULT.attempts(1)).head(BUCKET, "key"))
                .isInstanceOf(UnavailableException.class);
        assertThat(cluster.metadata().received(MessageType.LOOKUP)).isEqualTo(before + 1);

        assertThat(client.with(CallOptions.DEFAULT.attempts(2))
                        .head(BUCKET, "key")
                        .size())
                .isEqualTo(BYTES.length);
    }

    @Test
    void timeouts_areThoseOfTheCaller() {
        cluster.metadata().hang(MessageType.LOOKUP);
        Timeouts brief = new Timeouts(Duration.ofMillis(50), Duration.ofMillis(150));

        assertThatThrownBy(
                        () -> client.with(CallOptions.DEFAULT.timeouts(brief)).head(BUCKET, "key"))
                .isInstanceOf(DeadlineExceededException.class);
    }

    /** Others of the same client read from it first, as before. */
    @Test
    void serverTooSlowForAnImpatientCaller_isNotSuspectedByOthers() {
        PutResult put = client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));
        ServerId first = put.used().servers().get(0);
        FakeFlashServer slow = cluster.server(first);
        slow.hang(MessageType.GET_FRAGMENT);
        Timeouts brief = new Timeouts(Duration.ofMillis(50), Duration.ofMinutes(1));

        assertThat(client.with(CallOptions.DEFAULT.timeouts(brief)).get(BUCKET, "key"))
                .isEqualTo(BYTES);
        slow.heal();
        long before = slow.received(MessageType.GET_FRAGMENT);

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(slow.received(MessageType.GET_FRAGMENT)).isGreaterThan(before);
    }

    @Test
    void cancelledFuture_cancelsItsRequests() {
        client.put(BUCKET, "key", BYTES);
        hangAll(MessageType.GET_FRAGMENT);
        var reading = client.with(CallOptions.DEFAULT.attempts(3)).async().get(BUCKET, "key");
        await().until(() -> pending() > 0);

        reading.cancel(true);

        await().until(() -> pending() == 0);
    }

    @Test
    void closingADerivedClient_closesNothing() {
        client.put(BUCKET, "key", BYTES);
        try (ChameleonClient derived = client.with(SOON);
                AsyncChameleonClient async = client.async().with(SOON)) {
            assertThat(derived).isNotSameAs(client);
            assertThat(async).isNotSameAs(client.async());
        }

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    private record Progress(List<Map.Entry<Long, Long>> calls) implements ProgressListener {
        @Override
        public void transferred(long bytes, long total) {
            calls.add(Map.entry(bytes, total));
        }

        Map.Entry<Long, Long> last() {
            return calls.get(calls.size() - 1);
        }
    }

    @Test
    void progress_risesToAllBytesOfAWriteAndOfARead(@TempDir Path directory) {
        long size = BYTES.length;
        List<java.util.function.Consumer<ChameleonClient>> transfers = List.of(
                store -> store.put(BUCKET, "key", BYTES),
                store -> store.get(BUCKET, "key"),
                store -> store.getTo(BUCKET, "key", directory.resolve("file"), 3),
                store -> store.getTo(BUCKET, "key", OutputStream.nullOutputStream()));

        assertThat(transfers).allSatisfy(transfer -> {
            Progress progress = new Progress(new CopyOnWriteArrayList<>());
            transfer.accept(client.with(CallOptions.DEFAULT.progress(progress)));

            await().until(() -> !progress.calls.isEmpty() && progress.last().getKey() == size);
            assertThat(progress.calls.stream().map(Map.Entry::getKey)).isSorted();
            assertThat(progress.last().getValue()).isEqualTo(size);
        });
    }

    @Test
    void progressOfAStreamOfUnknownLength_hasNoTotal() {
        Progress progress = new Progress(new CopyOnWriteArrayList<>());
        client.with(CallOptions.DEFAULT.progress(progress))
                .put(BUCKET, "key", new ByteArrayInputStream(BYTES), PutOptions.DEFAULT);

        await().until(() -> !progress.calls.isEmpty() && progress.last().getKey() == BYTES.length);
        assertThat(progress.last().getValue()).isEqualTo(ProgressListener.UNKNOWN);
    }

    @Test
    void progressListenerThatThrowsOrBlocks_harmsNothing() {
        AtomicInteger called = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        ProgressListener throwing = (bytes, total) -> {
            called.incrementAndGet();
            throw new IllegalStateException("told to fail");
        };
        ProgressListener blocking = (bytes, total) -> {
            called.incrementAndGet();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };

        Stream.of(throwing, blocking).map(CallOptions.DEFAULT::progress).forEach(options -> {
            client.with(options).put(BUCKET, "key", BYTES);
            assertThat(client.with(options).get(BUCKET, "key")).isEqualTo(BYTES);
        });
        await().until(() -> called.get() >= 4);
        never.countDown();
    }
}
