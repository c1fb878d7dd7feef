package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.internal.call.Forgotten;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that makes clients and does not close them runs on: threads and connections go with the garbage. */
@Timeout(300)
final class ForgottenClientTest {
    private static final byte[] BYTES = RoundTripTest.bytes(300_000);

    /** The threads that a client starts get the group of the thread that uses it. */
    private final ThreadGroup group = new ThreadGroup("of the client");

    private <T> T inGroup(Function<ClientBuilder, T> use, ClientBuilder builder)
            throws InterruptedException, ExecutionException {
        FutureTask<T> task = new FutureTask<>(() -> use.apply(builder));
        Thread user = new Thread(group, task, "user");
        user.start();
        user.join();
        return task.get();
    }

    private Stream<String> threads() {
        Thread[] running = new Thread[100];
        int count = group.enumerate(running);
        return Arrays.stream(running, 0, count).map(Thread::getName).filter(name -> !name.equals("user"));
    }

    private void endsItsThreads() {
        await().untilAsserted(() -> {
            System.gc();
            assertThat(threads()).isEmpty();
        });
    }

    /** What is closed with the garbage of now is closed. */
    private static void collect() {
        AtomicBoolean closed = new AtomicBoolean();
        Forgotten.then(new Object(), () -> closed.set(true));
        await().untilAsserted(() -> {
            System.gc();
            assertThat(closed).isTrue();
        });
    }

    @Test
    void clientThatNobodyHas_endsItsThreads() throws Exception {
        ClientBuilder builder = ChameleonClient.builder()
                .metadata("127.0.0.1:1")
                .timeouts(new Timeouts(Duration.ofMillis(200), Duration.ofMillis(400)));
        Throwable failure =
                inGroup(made -> Assertions.catchThrowable(() -> made.build().buckets()), builder);
        assertThat(failure).isInstanceOf(ChameleonException.class);
        assertThat(threads()).isNotEmpty();

        endsItsThreads();
    }

    @Test
    void operationOfAClientThatNobodyHas_goesOn() throws Exception {
        try (FakeCluster cluster = new FakeCluster(6)) {
            try (ChameleonClient writer = cluster.client()) {
                writer.put(BUCKET, "key", BYTES);
            }
            CompletableFuture<Void> asked = new CompletableFuture<>();
            CompletableFuture<Void> answered = new CompletableFuture<>();
            cluster.metadata().afterNext(MessageType.LOOKUP, () -> {
                asked.complete(null);
                return answered;
            });
            CompletableFuture<byte[]> read = inGroup(
                    made -> made.timeouts(FakeCluster.UNHURRIED).build().async().get(BUCKET, "key"), cluster.builder());
            asked.join();
            collect();
            answered.complete(null);

            assertThat(read.join()).isEqualTo(BYTES);
            endsItsThreads();
        }
    }

    @Test
    void streamOfAClientThatNobodyHas_goesOn() throws Exception {
        try (FakeCluster cluster = new FakeCluster(6)) {
            try (ChameleonClient writer = cluster.builder().segmentBytes(20_000).build()) {
                writer.put(BUCKET, "key", BYTES);
            }
            ObjectStream stream = inGroup(made -> made.build().open(BUCKET, "key"), cluster.builder());
            byte[] first = stream.readNBytes(1);
            collect();

            assertThat(first).isEqualTo(Arrays.copyOf(BYTES, 1));
            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(BYTES, 1, BYTES.length));
        }
    }

    @Test
    void partOfAClient_keepsIt() throws Exception {
        try (FakeCluster cluster = new FakeCluster(6)) {
            try (ChameleonClient writer = cluster.client()) {
                writer.put(BUCKET, "key", BYTES);
            }
            Versions versions = inGroup(made -> made.build().versions(), cluster.builder());
            collect();

            assertThat(versions.list(BUCKET, ListOptions.ALL).versions()).hasSize(1);
        }
    }
}
