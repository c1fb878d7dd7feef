package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.fake.SlowLink;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.SendQueueFullError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that sends more than its link takes waits for the link, and blames no server for it. */
@Timeout(300)
final class SlowLinkTest {
    private static final int PUTS = 12;
    private static final byte[] BYTES = RoundTripTest.bytes(80_000);

    private final FakeCluster cluster = new FakeCluster(8);
    private final SlowLink link = cluster.slowLink();

    @AfterEach
    void close() {
        link.close();
        cluster.close();
    }

    private long sent() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.PUT_FRAGMENT))
                .sum();
    }

    @Test
    void manyLargePuts_takeTheirTurns_andEachFragmentIsSentOnce() {
        try (ChameleonClient client = cluster.builder()
                .network(link)
                .timeouts(new Timeouts(Duration.ofMillis(500), Duration.ofSeconds(30)))
                .sendWindow(250_000)
                .build()) {
            List<CompletableFuture<PutResult>> puts = IntStream.range(0, PUTS)
                    .mapToObj(i -> client.async()
                            .put(BUCKET, "key" + i, BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.EC)))
                    .toList();

            assertThat(puts.stream().map(CompletableFuture::join)).noneMatch(PutResult::degraded);

            assertThat(sent()).isEqualTo(PUTS * 6);
            assertThat(link.mostBytes()).isBetween(120_000L, 250_000L);
            assertThat(client.get(BUCKET, "key7")).isEqualTo(BYTES);
        }
    }

    @Test
    void queueOfThisProcessThatIsFull_isNoReasonToTakeAnotherServer() {
        List<io.chameleon.core.ServerId> ring;
        try (ChameleonClient client = cluster.client()) {
            ring = client.clusterView()
                    .ring()
                    .select(new io.chameleon.core.ObjectId(BUCKET, "key"), RedundancyScheme.EC_4_2, any -> true);
        }
        try (ChameleonClient client = cluster.builder()
                .network(new io.chameleon.client.fake.FullQueue(link, 9))
                .build()) {
            PutResult written = client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));

            assertThat(written.used().servers()).isEqualTo(ring);
            assertThat(written.degraded()).isFalse();
        }
        assertThat(new SendQueueFullError("full").code()).isEqualTo(ErrorCode.OVERLOADED);
    }
}
