package io.chameleon.client.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often a client asks for the cluster view. */
final class ClusterCacheTest {
    private final AtomicLong nanos = new AtomicLong();
    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client = cluster.builder().ticker(nanos::get).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private long asked() {
        return cluster.metadata().received(MessageType.CLUSTER_VIEW);
    }

    @Test
    void view_isAskedForOnce_thenAgainWhenItHasAged() {
        client.put("photos", "key", new byte[10]);
        client.get("photos", "key");
        assertThat(asked()).isEqualTo(1);

        pass(Duration.ofSeconds(11));
        client.get("photos", "key");
        await().until(() -> asked() == 2);

        pass(Duration.ofSeconds(61));
        client.get("photos", "key");
        assertThat(asked()).isEqualTo(3);
    }

    @Test
    void metadataServiceThatIsAway_isWaitedForOnce_notBySegment() {
        try (ChameleonClient cached = cluster.builder()
                .ticker(nanos::get)
                .readMode(io.chameleon.client.options.ReadMode.CACHED)
                .segmentBytes(1_000)
                .build()) {
            cached.put("photos", "key", new byte[5_000]);
            pass(Duration.ofSeconds(61));
            cluster.metadata()
                    .fail(
                            MessageType.CLUSTER_VIEW,
                            new io.chameleon.core.error.ChameleonError(ErrorCode.PERMISSION_DENIED, "told to fail"));
            long before = asked();

            assertThat(cached.get("photos", "key")).hasSize(5_000);
            assertThat(cached.get("photos", "key")).hasSize(5_000);

            assertThat(asked()).isEqualTo(before + 1);
        }
    }

    @Test
    void serverThatFails_makesTheViewBeAskedFor() {
        ServerId server =
                client.put("photos", "key", new byte[10]).used().servers().get(0);
        cluster.server(server).fail(MessageType.GET_FRAGMENT, ErrorCode.UNAVAILABLE);
        pass(Duration.ofSeconds(1));

        client.get("photos", "key");

        await().until(() -> asked() == 2);
    }
}
