package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.testing.Seed;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects under LRC(12+2+2): written, and read whatever is lost that the code bears. */
@Timeout(300)
final class LocalCodeTest {
    private static final RedundancyScheme LRC = RedundancyScheme.parse("LRC(12+2+2)");
    private static final byte[] BYTES = RoundTripTest.bytes(12 * 5_000 - 7);

    @RegisterExtension
    final Seed seed = Seed.given();

    private final FakeCluster cluster = new FakeCluster(16);
    /** It asks another server only if one fails. */
    private final ChameleonClient client =
            cluster.builder().hedgeAfter(Duration.ofHours(1)).build();

    @BeforeEach
    void make() {
        BucketInfo made = client.createBucket(
                BUCKET, "", BucketSchemes.parsed(null, LRC.toString()).settings());
        assertThat(made.schemes().ec()).isEqualTo(LRC);
    }

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    /** By fragment. */
    private List<ServerId> servers() {
        return cluster.row("key").live().servers();
    }

    private long asked(int index) {
        return cluster.server(servers().get(index)).received(MessageType.GET_FRAGMENT);
    }

    @Test
    void object_isReadWhateverIsLost_ifTheCodeBearsIt_andElseFailsInOneLine() {
        client.put(BUCKET, "key", BYTES);
        assertThat(cluster.row("key").live().scheme()).isEqualTo(LRC);
        Random random = new Random(seed.value());
        List<Integer> indexes = new ArrayList<>(IntStream.range(0, 16).boxed().toList());
        for (int round = 0; round < 20; round++) {
            Collections.shuffle(indexes, random);
            List<Integer> lost = indexes.subList(0, 2 + random.nextInt(4));
            BitSet left = new BitSet();
            left.set(0, 16);
            lost.forEach(left::clear);
            List<ServerId> away = lost.stream().map(servers()::get).toList();
            away.forEach(cluster::stop);
            try (ChameleonClient reader = cluster.client()) {
                if (LRC.isReadable(left)) {
                    assertThat(reader.get(BUCKET, "key")).as("lost %s", lost).isEqualTo(BYTES);
                    assertThat(reader.getRange(BUCKET, "key", 4_990, 20))
                            .as("lost %s", lost)
                            .isEqualTo(Arrays.copyOfRange(BYTES, 4_990, 5_010));
                } else {
                    assertThatThrownBy(() -> reader.get(BUCKET, "key"))
                            .as("lost %s", lost)
                            .isInstanceOf(DataUnavailableException.class);
                }
            }
            away.forEach(cluster::start);
        }
    }

    @Test
    void rangeOfALostFragment_isMadeFromItsLocalGroup_andNoOtherServerIsAsked() {
        client.put(BUCKET, "key", BYTES);
        cluster.server(servers().get(7)).loseAll();
        assertThat(client.getRange(BUCKET, "key", 7 * 5_000 + 10, 100))
                .isEqualTo(Arrays.copyOfRange(BYTES, 7 * 5_000 + 10, 7 * 5_000 + 110));
        for (int index : new int[] {6, 8, 9, 10, 11, 13}) {
            assertThat(asked(index)).as("of the group: %d", index).isPositive();
        }
        for (int index : new int[] {0, 1, 2, 3, 4, 5, 12, 14, 15}) {
            assertThat(asked(index)).as("of no use: %d", index).isZero();
        }
    }

    @Test
    void wholeObjectWithALostFragment_isReadWithTheParityOfItsGroup() {
        client.put(BUCKET, "key", BYTES);
        cluster.server(servers().get(2)).loseAll();
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(asked(12)).isPositive();
        assertThat(asked(13) + asked(14) + asked(15)).isZero();
    }

    @Test
    void write_isRefused_ifTheFragmentsThatAreLeftBearNoOtherLoss_thoughThereAreManyOfThem() {
        client.put(BUCKET, "key", BYTES);
        List<ServerId> ofOneGroup =
                List.of(servers().get(0), servers().get(1), servers().get(2));
        List<ServerId> ofTwoGroups =
                List.of(servers().get(0), servers().get(6), servers().get(14));
        ofTwoGroups.forEach(cluster::stop);
        assertThat(client.put(BUCKET, "key", BYTES).degraded()).isTrue();
        ofTwoGroups.forEach(cluster::start);
        ofOneGroup.forEach(cluster::stop);
        try (ChameleonClient writer = cluster.client()) {
            assertThatThrownBy(() -> writer.put(BUCKET, "key", BYTES))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("so many that another may be lost are needed under LRC(12+2+2)");
        }
    }
}
