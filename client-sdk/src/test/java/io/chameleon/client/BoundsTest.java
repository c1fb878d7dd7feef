package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.PutFragmentRequest;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory does not grow with the size of the object. */
@Timeout(300)
final class BoundsTest {
    private static final int SEGMENT = 16_000;

    @Test
    void writeWhoseServersAreSlow_readsNoFurtherThanItsWindow() {
        AtomicLong read = new AtomicLong();
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                read.incrementAndGet();
                return 7;
            }
        };
        try (FakeCluster cluster = new FakeCluster(6);
                ChameleonClient client = cluster.builder()
                        .segmentBytes(SEGMENT)
                        .timeouts(FakeCluster.UNHURRIED)
                        .build()) {
            cluster.servers()
                    .forEach(server -> server.hang(
                            MessageType.PUT_FRAGMENT,
                            request -> request.header(PutFragmentRequest.class)
                                            .getId()
                                            .getSegment()
                                    > 0));

            CompletableFuture<PutResult> write =
                    client.async().put(BUCKET, "key", ObjectSource.of(endless, Long.MAX_VALUE - 1), PutOptions.DEFAULT);
            // Two segments of six fragments are in flight, after the one that is stored.
            await().until(() -> cluster.servers().stream()
                            .mapToLong(FakeFlashServer::pending)
                            .sum()
                    == 12);

            assertThat(read).hasValue(3 * SEGMENT);
            write.cancel(true);
        }
    }

    @Test
    void objectOfThousandsOfSegments_isWrittenAndRead() {
        byte[] bytes = RoundTripTest.bytes(5_000);
        try (FakeCluster cluster = new FakeCluster(6);
                ChameleonClient client = cluster.builder()
                        .segmentBytes(1)
                        .executor(Runnable::run)
                        .build()) {
            client.put(BUCKET, "key", bytes, PutOptions.DEFAULT.policy(RedundancyPolicy.REP));

            assertThat(client.get(BUCKET, "key")).isEqualTo(bytes);
        }
    }
}
