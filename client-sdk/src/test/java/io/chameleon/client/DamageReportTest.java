package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage that a reader finds is reported until the report has arrived, and again when it is found much later. */
@Timeout(300)
final class DamageReportTest {
    private static final byte[] BYTES = RoundTripTest.bytes(70_000);

    private final AtomicLong nanos = new AtomicLong();
    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client =
            cluster.builder().ticker(nanos::get).hedgeAfter(Duration.ofHours(1)).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private void putAndLoseOne() {
        List<ServerId> servers = client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.EC))
                .used()
                .servers();
        cluster.server(servers.get(2)).loseAll();
    }

    private void read() {
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @ParameterizedTest
    @EnumSource(
            value = MessageType.class,
            names = {"LOOKUP", "REPORT_DAMAGE"})
    void reportThatFailed_isSentAgainWithTheNextRead(MessageType lost) {
        putAndLoseOne();
        if (lost == MessageType.LOOKUP) {
            // The read's own lookup passes, the reporter's does not.
            cluster.metadata().afterNext(MessageType.LOOKUP, () -> {
                cluster.metadata().refuse(MessageType.LOOKUP, 1);
                return java.util.concurrent.CompletableFuture.completedFuture(null);
            });
        } else {
            cluster.metadata().refuse(MessageType.REPORT_DAMAGE, 1);
        }

        read();
        await().until(() -> cluster.metadata().received(MessageType.LOOKUP) == 3
                && (lost == MessageType.LOOKUP || cluster.metadata().received(MessageType.REPORT_DAMAGE) == 1));
        assertThat(cluster.metadata().damage()).isEmpty();

        await().untilAsserted(() -> {
            read();
            assertThat(cluster.metadata().damage()).hasSize(1);
        });
    }

    @Test
    void fragmentFoundDamagedAgainLater_isReportedAgain() {
        putAndLoseOne();
        read();
        await().until(() -> cluster.metadata().damage().size() == 1);
        read();
        read();
        assertThat(cluster.metadata().received(MessageType.REPORT_DAMAGE)).isEqualTo(1);

        nanos.addAndGet(Duration.ofMinutes(11).toNanos());
        read();

        await().until(() -> cluster.metadata().damage().size() == 2);
    }
}
