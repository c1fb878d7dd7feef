package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RangeReadTest {
    private static final int SHARD = 4097;
    private static final int SEGMENT = 4 * SHARD - 1;
    /** The last segment is short: it fits into its first shard. */
    private static final int SIZE = 2 * SEGMENT + 50;
    /** Ends of segments and of the four shards of a segment, and their neighbours. */
    private static final List<Integer> BORDERS = List.of(
            0,
            1,
            SHARD - 1,
            SHARD,
            SHARD + 1,
            2 * SHARD,
            3 * SHARD - 1,
            3 * SHARD,
            3 * SHARD + 1,
            SEGMENT - 1,
            SEGMENT,
            SEGMENT + 1,
            SEGMENT + SHARD - 1,
            SEGMENT + SHARD,
            SEGMENT + SHARD + 1,
            2 * SEGMENT - 1,
            2 * SEGMENT,
            2 * SEGMENT + 1,
            2 * SEGMENT + 13,
            SIZE - 1,
            SIZE);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).build();
    private final byte[] bytes = RoundTripTest.bytes(SIZE);

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void range_atEveryBorder_isThatPartOfTheObject(RedundancyPolicy policy) {
        client.put(BUCKET, "key", bytes, PutOptions.DEFAULT.policy(policy));

        assertEveryRange();
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void range_withAsManyServersDownAsTheSchemeBears_isThatPartOfTheObject(RedundancyPolicy policy) {
        PutResult written = client.put(BUCKET, "key", bytes, PutOptions.DEFAULT.policy(policy));
        cluster.stop(written.used().servers().get(0));
        cluster.stop(written.used().servers().get(2));

        assertEveryRange();
    }

    private void assertEveryRange() {
        for (int from : BORDERS) {
            for (int to : BORDERS) {
                if (from <= to) {
                    assertThat(client.getRange(BUCKET, "key", from, to - from))
                            .as("bytes %d to %d", from, to)
                            .isEqualTo(Arrays.copyOfRange(bytes, from, to));
                }
            }
        }
    }

    @Test
    void range_beyondTheEnd_isCutThere() throws IOException {
        client.put(BUCKET, "key", bytes);

        assertThat(client.getRange(BUCKET, "key", SIZE - 3, Long.MAX_VALUE))
                .isEqualTo(Arrays.copyOfRange(bytes, SIZE - 3, SIZE));
        try (ObjectStream stream = client.open(BUCKET, "key", 100, 110)) {
            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 100, 210));
        }
    }

    @Test
    void range_startingBeyondTheEnd_isInvalid() {
        client.put(BUCKET, "key", bytes);

        assertThatThrownBy(() -> client.getRange(BUCKET, "key", SIZE + 1, 1))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage("offset of the range: '32825' given, expected at most the object's size, 32824");
        assertThatThrownBy(() -> client.getRange(BUCKET, "key", -1, 1)).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void smallRangeOfErasureCodedObject_asksOnlyTheServerThatHoldsIt() {
        PutResult written = client.put(BUCKET, "key", bytes, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));
        try (ChameleonClient patient =
                cluster.builder().hedgeAfter(java.time.Duration.ofHours(1)).build()) {
            patient.getRange(BUCKET, "key", 5000, 10);
        }

        assertThat(written.used().servers().stream()
                        .map(id -> cluster.server(id).received(MessageType.GET_FRAGMENT)))
                .containsExactly(0L, 1L, 0L, 0L, 0L, 0L);
    }

    @Test
    void rangeOfErasureCodedObject_whoseServerFails_isRebuilt() {
        PutResult written = client.put(BUCKET, "key", bytes, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));
        cluster.server(written.used().servers().get(1)).fail(MessageType.GET_FRAGMENT, ErrorCode.CORRUPT_FRAGMENT);

        assertThat(client.getRange(BUCKET, "key", 5000, 10)).isEqualTo(Arrays.copyOfRange(bytes, 5000, 5010));
    }

    /** The client waits for the pieces of a range: their answers set the delay, not the range's length. */
    @Test
    @Timeout(300)
    void serverThatHangs_isNotWaitedFor_onceItsAnswersAreKnown() {
        Duration patience = Duration.ofHours(1);
        byte[] large = RoundTripTest.bytes(1_000_000);
        try (ChameleonClient patient = cluster.builder()
                .segmentBytes(large.length)
                .hedgeAfter(patience)
                .timeouts(new Timeouts(patience, patience))
                .build()) {
            List<ServerId> servers = patient.put(BUCKET, "large", large, PutOptions.DEFAULT.policy(RedundancyPolicy.EC))
                    .used()
                    .servers();
            for (int i = 0; i < 50; i++) {
                assertThat(patient.get(BUCKET, "large")).isEqualTo(large);
                assertThat(acrossShards(patient)).isEqualTo(Arrays.copyOfRange(large, 240_000, 260_000));
            }
            cluster.server(servers.get(0)).hang(MessageType.GET_FRAGMENT);

            assertThat(acrossShards(patient)).isEqualTo(Arrays.copyOfRange(large, 240_000, 260_000));
        }
    }

    private static byte[] acrossShards(ChameleonClient client) {
        return client.getRange(BUCKET, "large", 240_000, 20_000);
    }
}
