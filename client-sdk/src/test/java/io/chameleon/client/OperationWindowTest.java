package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ClientBusyException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that carries out so many operations at a time, and lets so many wait. */
@Timeout(300)
final class OperationWindowTest {
    private static final int SEGMENT = 32_000;

    private final FakeCluster cluster = new FakeCluster(8);
    private final List<AutoCloseable> open = new ArrayList<>();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<String> begun = new CopyOnWriteArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        gate.countDown();
        for (AutoCloseable each : open) {
            each.close();
        }
        cluster.close();
    }

    private ChameleonClient client(int atOnce, int waiting) {
        ChameleonClient client = cluster.builder()
                .segmentBytes(SEGMENT)
                .chunkBytes(SEGMENT)
                .operationWindow(atOnce, waiting)
                .build();
        open.add(client);
        return client;
    }

    /** A put that ends only once the gate is open. */
    private CompletableFuture<PutResult> gated(ChameleonClient client, String key) {
        InputStream stream = new InputStream() {
            @Override
            public int read() {
                begun.add(key);
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                inside.decrementAndGet();
                return -1;
            }
        };
        return client.async().put(BUCKET, key, ObjectSource.of(stream), PutOptions.DEFAULT);
    }

    private void awaitBegun(int count) {
        await().until(() -> begun.size() == count);
    }

    @Test
    void operations_runSoManyAtATime_inTheOrderOfTheirCalls() {
        ChameleonClient client = client(2, 100);
        List<CompletableFuture<PutResult>> puts =
                IntStream.range(0, 8).mapToObj(i -> gated(client, "key-" + i)).toList();
        awaitBegun(2);

        gate.countDown();

        assertThat(puts).allSatisfy(put -> assertThat(put.join().size()).isZero());
        assertThat(most).hasValue(2);
        assertThat(begun.subList(0, 2)).containsExactlyInAnyOrder("key-0", "key-1");
        assertThat(begun).hasSize(8);
    }

    @Test
    void waitingOperations_beginInTheOrderOfTheirCalls() {
        ChameleonClient client = client(1, 100);
        List<CompletableFuture<PutResult>> puts =
                IntStream.range(0, 6).mapToObj(i -> gated(client, "key-" + i)).toList();
        awaitBegun(1);

        gate.countDown();

        puts.forEach(CompletableFuture::join);
        assertThat(begun).containsExactly("key-0", "key-1", "key-2", "key-3", "key-4", "key-5");
    }

    @Test
    void oneMoreThanMayWait_failsAtOnce_andIsNotBegun() {
        ChameleonClient client = client(1, 1);
        CompletableFuture<PutResult> running = gated(client, "running");
        CompletableFuture<PutResult> waiting = gated(client, "waiting");
        awaitBegun(1);

        assertThatThrownBy(() -> client.put(BUCKET, "another", new byte[1]))
                .isInstanceOfSatisfying(ClientBusyException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
                    assertThat(e.retryable()).isTrue();
                    assertThat(e).hasMessageContaining("1 operations, and 1 wait");
                });

        gate.countDown();
        assertThat(running.join().size()).isZero();
        assertThat(waiting.join().size()).isZero();
        assertThat(client.exists(BUCKET, "another")).isFalse();
    }

    @Test
    void waitingOperationThatIsCancelled_givesUpItsPlace() {
        ChameleonClient client = client(1, 1);
        CompletableFuture<PutResult> running = gated(client, "running");
        awaitBegun(1);
        gated(client, "cancelled").cancel(true);

        CompletableFuture<PutResult> next = gated(client, "next");
        gate.countDown();

        assertThat(running.join().size()).isZero();
        assertThat(next.join().size()).isZero();
        assertThat(begun).containsExactly("running", "next");
    }

    @Test
    void deadline_coversTheWait() {
        ChameleonClient client = client(1, 10);
        CompletableFuture<PutResult> running = gated(client, "running");
        awaitBegun(1);

        assertThatThrownBy(() -> client.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(200)))
                        .put(BUCKET, "key", new byte[1]))
                .isInstanceOf(DeadlineExceededException.class);

        gate.countDown();
        assertThat(running.join().size()).isZero();
        assertThat(client.exists(BUCKET, "key")).isFalse();
    }

    /** One slot, nobody may wait: what works in parallel inside must not need another. */
    @Test
    void operationsThatWorkInParallelInside_countOnce(@TempDir Path directory) throws IOException {
        ChameleonClient client = client(1, 0);
        byte[] bytes = RoundTripTest.bytes(10 * SEGMENT + 1);
        Path file = Files.write(directory.resolve("file"), bytes);

        client.uploads().put(BUCKET, "key", file, PutOptions.DEFAULT, new UploadOptions(4, 64 << 10));
        client.getTo(BUCKET, "key", directory.resolve("copy"), 4);
        client.copy(BUCKET, "key", "elsewhere", "key", PutOptions.DEFAULT);

        assertThat(Files.readAllBytes(directory.resolve("copy"))).isEqualTo(bytes);
        assertThat(client.get("elsewhere", "key")).isEqualTo(bytes);
        assertThat(client.deleteAll(BUCKET, List.of("key", "none"))).hasSize(2);
        assertThat(client.listAll(BUCKET, "").toList()).isEmpty();
    }

    @Test
    void openStream_takesNoPlace() throws IOException {
        ChameleonClient client = client(1, 0);
        byte[] bytes = RoundTripTest.bytes(5 * SEGMENT);
        client.put(BUCKET, "key", bytes);

        try (ObjectStream stream = client.open(BUCKET, "key")) {
            client.put(BUCKET, "copy", stream, PutOptions.DEFAULT);
        }

        assertThat(client.get(BUCKET, "copy")).isEqualTo(bytes);
    }

    @Test
    void longQueueOfShortOperations_ends() {
        ChameleonClient client = client(1, 5_000);
        CompletableFuture<PutResult> running = gated(client, "running");
        awaitBegun(1);
        List<CompletableFuture<Boolean>> bad = IntStream.range(0, 5_000)
                .mapToObj(i -> client.async().exists("no bucket has such a name", "key"))
                .toList();

        gate.countDown();

        assertThat(running.join().size()).isZero();
        assertThat(bad.stream().map(answer -> answer.handle((found, failure) -> failure)))
                .allSatisfy(failure -> assertThat(failure.join()).isInstanceOf(InvalidRequestException.class));
    }

    @Test
    void closedClient_endsWhatWaits() {
        ChameleonClient client = client(1, 10);
        CompletableFuture<PutResult> running = gated(client, "running");
        CompletableFuture<PutResult> waiting = gated(client, "waiting");
        awaitBegun(1);

        client.close();

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(OperationCancelledException.class);
        assertThatThrownBy(running::join).hasCauseInstanceOf(OperationCancelledException.class);
    }

    @Test
    void badBounds_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> client(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> client(1, -1));
    }
}
