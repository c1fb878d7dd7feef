package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.protocol.MessageType;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bucket's own schemes decide what is written to it. */
@Timeout(300)
final class BucketSchemesTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 2 * SEGMENT;
    private static final BucketSchemes WIDE = BucketSchemes.parsed("REP(2)", "EC(8+3)");
    private static final RedundancyScheme PAIR = RedundancyScheme.replication(2);
    private static final RedundancyScheme EC_8_3 = new RedundancyScheme(RedundancyPolicy.EC, 8, 3);
    private static final byte[] BYTES = RoundTripTest.bytes(3 * CHUNK + 5);

    private final FakeCluster cluster = new FakeCluster(14);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();
    private final ChameleonClient other = cluster.client();

    @AfterEach
    void close() {
        client.close();
        other.close();
        cluster.close();
    }

    private void make(BucketSchemes schemes) {
        BucketInfo made = client.createBucket(BUCKET, "", schemes.settings());
        assertThat(made.schemes()).isEqualTo(schemes);
    }

    private void change(BucketSchemes schemes) {
        BucketInfo changed = other.configureBucket(BUCKET, new HashMap<>(schemes.settings()));
        assertThat(changed.schemes()).isEqualTo(schemes);
    }

    private List<RedundancyScheme> schemes(String bucket) {
        return cluster.table().list(new ListQuery(bucket, "", "", "", 1000)).objects().stream()
                .map(row -> row.live().scheme())
                .distinct()
                .toList();
    }

    @Test
    void newObjects_areWrittenUnderTheirBucketsSchemes_whateverTheirPolicy() {
        make(WIDE);
        assertThat(client.put(BUCKET, "stripe", BYTES).used().scheme()).isEqualTo(EC_8_3);
        assertThat(client.put(BUCKET, "copies", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.REP))
                        .used()
                        .scheme())
                .isEqualTo(PAIR);
        assertThat(schemes(Chunks.bucket(BUCKET))).containsExactlyInAnyOrder(EC_8_3, PAIR);
        assertThat(client.put("elsewhere", "cat", BYTES).used().scheme()).isEqualTo(RedundancyScheme.EC_4_2);
        assertThat(other.get(BUCKET, "stripe")).isEqualTo(BYTES);
        assertThat(other.get(BUCKET, "copies")).isEqualTo(BYTES);
    }

    @Test
    void partsAndTheListOfAnUpload_areWrittenUnderTheirBucketsScheme() {
        make(WIDE);
        UploadInfo upload = client.uploads().begin(BUCKET, "key", PutOptions.DEFAULT);
        List<PartInfo> parts = List.of(
                client.uploads().putPart(upload, 1, ObjectSource.of(BYTES)),
                client.uploads().putPart(upload, 2, ObjectSource.of(new byte[10])));
        client.uploads().complete(upload, parts, PutOptions.DEFAULT);
        assertThat(schemes(Components.bucket(BUCKET))).containsExactly(EC_8_3);
        assertThat(schemes(Chunks.bucket(BUCKET))).containsExactly(EC_8_3);
    }

    @Test
    void objectOfAKnownPolicy_changesToTheOther_underItsBucketsScheme() {
        make(WIDE);
        client.put(BUCKET, "key", BYTES);
        assertThat(client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.REP))
                        .used()
                        .scheme())
                .isEqualTo(PAIR);
    }

    @Test
    void objectOfABucketThatGetsAnotherScheme_takesItAtItsNextWrite_andIsReadableUntilThen() {
        make(BucketSchemes.NONE);
        client.put(BUCKET, "key", new byte[100]);
        change(WIDE);
        assertThat(other.head(BUCKET, "key").state()).isEqualTo(RedundancyState.EC_EWO);
        assertThat(other.get(BUCKET, "key")).isEqualTo(new byte[100]);
        PutResult written = other.put(BUCKET, "key", BYTES);
        assertThat(written.used().scheme()).isEqualTo(EC_8_3);
        assertThat(written.state()).isEqualTo(RedundancyState.EC);
        assertThat(other.get(BUCKET, "key")).isEqualTo(BYTES);
        cluster.reap();
        assertThat(cluster.fragments()).isEqualTo(11);
    }

    @Test
    void writerThatKnowsTheRow_hearsOfTheSchemeWithItsCommit_andAsksForNothing() {
        make(BucketSchemes.NONE);
        client.put(BUCKET, "key", new byte[100]);
        change(WIDE);
        long lookups = cluster.metadata().received(MessageType.LOOKUP);
        assertThat(client.put(BUCKET, "key", new byte[200]).used().scheme()).isEqualTo(RedundancyScheme.EC_4_2);
        assertThat(client.put(BUCKET, "key", new byte[300]).used().scheme()).isEqualTo(EC_8_3);
        assertThat(client.put(BUCKET, "key", new byte[400]).used().scheme()).isEqualTo(EC_8_3);
        assertThat(cluster.metadata().received(MessageType.LOOKUP)).isEqualTo(lookups);
    }

    @Test
    void intentThatLeadsToAnotherScheme_leadsToTheBuckets() {
        make(BucketSchemes.NONE);
        client.put(BUCKET, "key", new byte[100]);
        ObjectMapping row = cluster.row("key");
        cluster.remap(
                "key",
                RedundancyEvent.UPGRADE,
                new Placement(RedundancyScheme.REP_3, row.live().servers().subList(0, 3)));
        change(WIDE);
        PutResult written = other.put(BUCKET, "key", BYTES);
        assertThat(written.used().scheme()).isEqualTo(PAIR);
        assertThat(written.state()).isEqualTo(RedundancyState.REP);
    }
}
