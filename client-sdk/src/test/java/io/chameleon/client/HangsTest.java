package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.Timeouts;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every call ends, whatever executor the user supplies. */
@Timeout(300)
final class HangsTest {
    /** Too large to be assembled on the event loop. */
    private static final byte[] LARGE = RoundTripTest.bytes(300_000);

    private static final Timeouts SHORT = new Timeouts(Duration.ofMillis(100), Duration.ofMillis(200));

    private final FakeCluster cluster = new FakeCluster(6);

    @AfterEach
    void close() {
        cluster.close();
    }

    private void put() {
        try (ChameleonClient writer = cluster.client()) {
            writer.put(BUCKET, "key", LARGE);
        }
    }

    /** Like the common pool with parallelism 0. */
    @Test
    void executorThatRunsNothing_failsCallsInsteadOfHangingThem() {
        put();
        try (ChameleonClient client =
                cluster.builder().timeouts(SHORT).executor(task -> {}).build()) {
            // On a busy machine the time may be over before the executor is needed.
            await().untilAsserted(() -> assertThatThrownBy(() -> client.get(BUCKET, "key"))
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageContaining("executor"));
            assertThatThrownBy(() -> client.put(BUCKET, "key", LARGE)).isInstanceOf(DeadlineExceededException.class);
            assertThatThrownBy(() -> client.verify(BUCKET, "key")).isInstanceOf(DeadlineExceededException.class);
            AsyncChameleonClient unhurried = client.with(CallOptions.DEFAULT.timeouts(FakeCluster.UNHURRIED))
                    .async();
            assertThat(unhurried.head(BUCKET, "key").join().size()).isEqualTo(LARGE.length);
        }
    }

    @Test
    void executorWhoseThreadsAllWaitInCalls_failsThemInsteadOfHanging() throws Exception {
        put();
        ExecutorService full = Executors.newFixedThreadPool(2);
        try (ChameleonClient client =
                cluster.builder().timeouts(SHORT).executor(full).build()) {
            List<Future<byte[]>> calls = IntStream.range(0, 2)
                    .mapToObj(i -> full.submit(() -> client.get(BUCKET, "key")))
                    .toList();
            for (Future<byte[]> call : calls) {
                try {
                    assertThat(call.get()).isEqualTo(LARGE);
                } catch (java.util.concurrent.ExecutionException e) {
                    assertThat(e).hasCauseInstanceOf(DeadlineExceededException.class);
                }
            }
        } finally {
            full.shutdownNow();
        }
    }

    @Test
    void ownThreads_doNotRunOut_whereContinuationsWaitForFurtherCalls() {
        put();
        try (ChameleonClient client = cluster.client()) {
            List<CompletableFuture<byte[]>> nested = IntStream.range(0, 16)
                    .mapToObj(i -> client.async()
                            .get(BUCKET, "key")
                            .thenApply(
                                    first -> client.async().get(BUCKET, "key").join()))
                    .toList();

            assertThat(nested.stream().map(CompletableFuture::join)).allMatch(bytes -> Arrays.equals(bytes, LARGE));
        }
    }

    @Test
    void failureOfASynchronousCall_showsWhoCalled() {
        try (ChameleonClient client = cluster.client()) {
            assertThatThrownBy(() -> client.get(BUCKET, "nothing"))
                    .satisfies(e -> assertThat(Arrays.stream(e.getSuppressed())
                                    .flatMap(trace -> Arrays.stream(trace.getStackTrace()))
                                    .map(StackTraceElement::getClassName))
                            .contains(HangsTest.class.getName()));
        }
    }
}
