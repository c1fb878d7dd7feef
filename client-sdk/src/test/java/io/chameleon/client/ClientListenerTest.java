package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.listen.MicrometerListener;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.listen.OperationEnd;
import io.chameleon.client.options.CallOptions;
import io.chameleon.transport.protocol.MessageType;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What those who follow a client learn, and what they cannot break. */
@Timeout(300)
final class ClientListenerTest {
    private static final byte[] BYTES = RoundTripTest.bytes(10_000);

    private final FakeCluster cluster = new FakeCluster(8);
    private final List<OperationEnd> ends = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private ChameleonClient client(ClientListener listener) {
        return cluster.builder().segmentBytes(1_000).listener(listener).build();
    }

    private OperationEnd awaitEnd(Operation operation) {
        await().until(() -> ends.stream().anyMatch(end -> end.operation() == operation));
        return ends.stream()
                .filter(end -> end.operation() == operation)
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    @Test
    void ends_tellBytesRetriesAndTime() {
        try (ChameleonClient client = client(ClientListener.ofEnds(ends::add))) {
            client.put(BUCKET, "key", BYTES);
            cluster.metadata().refuse(MessageType.LOOKUP, 2);
            client.get(BUCKET, "key");
            client.clusterView();

            OperationEnd put = awaitEnd(Operation.PUT);
            assertThat(put.bucket()).isEqualTo(BUCKET);
            assertThat(put.bytesSent()).isEqualTo(BYTES.length);
            assertThat(put.bytesReceived()).isZero();
            assertThat(put.failure()).isEmpty();
            assertThat(put.latency()).isPositive();
            OperationEnd get = awaitEnd(Operation.GET);
            assertThat(get.bytesReceived()).isEqualTo(BYTES.length);
            assertThat(get.bytesSent()).isZero();
            assertThat(get.retries()).isEqualTo(2);
            assertThat(awaitEnd(Operation.CLUSTER_VIEW).bucket()).isEmpty();
            assertThat(ends).hasSize(3);
        }
    }

    @Test
    void failure_isTheOneThatTheCallerGets() {
        try (ChameleonClient client = client(ClientListener.ofEnds(ends::add))) {
            assertThatThrownBy(() -> client.head(BUCKET, "none")).isInstanceOf(ObjectNotFoundException.class);
            cluster.metadata().hang(MessageType.LOOKUP);
            assertThatThrownBy(() -> client.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(100)))
                            .get(BUCKET, "key"))
                    .isInstanceOf(DeadlineExceededException.class);
            client.async().exists(BUCKET, "key").cancel(true);

            assertThat(awaitEnd(Operation.HEAD).failure()).get().isInstanceOf(ObjectNotFoundException.class);
            assertThat(awaitEnd(Operation.GET).failure()).get().isInstanceOf(DeadlineExceededException.class);
            assertThat(awaitEnd(Operation.EXISTS).failure()).get().isInstanceOf(OperationCancelledException.class);
        }
    }

    @Test
    void stream_endsWithItsLastByte_andCountsThemAll() throws IOException {
        try (ChameleonClient client = client(ClientListener.ofEnds(ends::add))) {
            client.put(BUCKET, "key", BYTES);
            try (ObjectStream stream = client.open(BUCKET, "key")) {
                assertThat(stream.read()).isEqualTo(BYTES[0] & 0xFF);
                awaitEnd(Operation.PUT);
                assertThat(ends).hasSize(1);
                stream.readAllBytes();
            }

            assertThat(awaitEnd(Operation.OPEN).bytesReceived()).isEqualTo(BYTES.length);
        }
    }

    @Test
    void beginning_isOnTheThreadThatCalls() {
        AtomicReference<Thread> began = new AtomicReference<>();
        ClientListener tracing = (operation, bucket) -> {
            began.set(Thread.currentThread());
            return ends::add;
        };
        try (ChameleonClient client = client(tracing)) {
            client.async().exists(BUCKET, "key").join();

            assertThat(began).hasValue(Thread.currentThread());
            assertThat(awaitEnd(Operation.EXISTS).failure()).isEqualTo(Optional.empty());
        }
    }

    @Test
    void listenerThatThrows_harmsNothing() {
        List<ClientListener> failing = List.of(
                (operation, bucket) -> {
                    throw new IllegalStateException("told to fail");
                },
                ClientListener.ofEnds(end -> {
                    ends.add(end);
                    throw new AssertionError("told to fail");
                }));

        assertThat(failing).allSatisfy(listener -> {
            try (ChameleonClient client = client(listener)) {
                client.put(BUCKET, "key", BYTES);
                assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
            }
        });
        awaitEnd(Operation.PUT);
    }

    @Test
    void listenerThatBlocks_delaysNoOperation() {
        CountDownLatch never = new CountDownLatch(1);
        ClientListener blocking = ClientListener.ofEnds(end -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ends.add(end);
        });
        try (ChameleonClient client = client(blocking)) {
            client.put(BUCKET, "key", BYTES);
            for (int i = 0; i < 100; i++) {
                assertThat(client.exists(BUCKET, "key")).isTrue();
            }
            assertThat(ends).isEmpty();

            never.countDown();
            await().until(() -> ends.size() == 101);
        }
    }

    @Test
    void metricsOfMicrometer_areByOperationAndOutcome() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (ChameleonClient client = client(new MicrometerListener(registry))) {
            client.put(BUCKET, "key", BYTES);
            client.get(BUCKET, "key");
            assertThatThrownBy(() -> client.get(BUCKET, "none")).isInstanceOf(ObjectNotFoundException.class);
        }

        await().ignoreExceptionsInstanceOf(MeterNotFoundException.class).untilAsserted(() -> {
            assertThat(registry.get("chameleon.client.operations")
                            .tags("operation", "get", "outcome", "object_not_found")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("chameleon.client.operations")
                            .tags("operation", "get", "outcome", "ok")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("chameleon.client.bytes")
                            .tags("operation", "put", "direction", "sent")
                            .counter()
                            .count())
                    .isEqualTo(BYTES.length);
            assertThat(registry.get("chameleon.client.bytes")
                            .tags("operation", "get", "direction", "received")
                            .counter()
                            .count())
                    .isEqualTo(BYTES.length);
        });
    }
}
