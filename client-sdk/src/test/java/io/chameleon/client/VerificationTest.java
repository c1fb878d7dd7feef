package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.FragmentFault;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.MessageType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class VerificationTest {
    private static final byte[] BYTES = RoundTripTest.bytes(48_000);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(16_000).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void soundObject_isWhole(RedundancyPolicy policy) {
        client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(policy));
        client.put(BUCKET, "empty", new byte[0]);

        assertThat(client.verify(BUCKET, "key").isWhole()).isTrue();
        assertThat(client.verify(BUCKET, "empty").isWhole()).isTrue();
    }

    @Test
    void damagedObject_isToldFragmentByFragmentAndReported() {
        List<ServerId> servers = client.put(BUCKET, "key", BYTES).used().servers();
        cluster.server(servers.get(1)).corruptAll();
        cluster.stop(servers.get(5));

        Verification found = client.verify(BUCKET, "key");

        assertThat(found.faults())
                .extracting(FragmentFault::segment, FragmentFault::index, FragmentFault::server, FragmentFault::code)
                .containsExactly(
                        tuple(0, 1, servers.get(1), ErrorCode.CORRUPT_FRAGMENT),
                        tuple(0, 5, servers.get(5), ErrorCode.UNAVAILABLE),
                        tuple(1, 1, servers.get(1), ErrorCode.CORRUPT_FRAGMENT),
                        tuple(1, 5, servers.get(5), ErrorCode.UNAVAILABLE),
                        tuple(2, 1, servers.get(1), ErrorCode.CORRUPT_FRAGMENT),
                        tuple(2, 5, servers.get(5), ErrorCode.UNAVAILABLE));
        assertThat(found.isReadable()).isTrue();
        await().untilAsserted(() -> assertThat(cluster.row("key").degraded()).isTrue());

        cluster.server(servers.get(2)).loseAll();
        assertThat(client.verify(BUCKET, "key").isReadable()).isFalse();
    }

    @Test
    void objectOverwrittenAndReapedMeanwhile_isVerifiedAnew() {
        client.put(BUCKET, "key", BYTES);
        try (ChameleonClient other = cluster.client()) {
            cluster.metadata()
                    .afterNext(
                            MessageType.LOOKUP,
                            () -> other.async()
                                    .put(BUCKET, "key", RoundTripTest.bytes(77), PutOptions.DEFAULT)
                                    .thenRun(cluster::reap));

            Verification found = client.verify(BUCKET, "key");

            assertThat(found.isWhole()).isTrue();
            assertThat(found.object().size()).isEqualTo(77);
        }
        assertThat(cluster.metadata().damage()).isEmpty();
    }
}
