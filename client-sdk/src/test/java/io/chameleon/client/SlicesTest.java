package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.transport.protocol.MessageType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the slice of an object is to the SDK: content ids name it, and only within it are bytes shared. */
@Timeout(300)
final class SlicesTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 6 * SEGMENT;
    /** Not that of the first ids of a millisecond. */
    private static final int SLICE = 11;

    private static final byte[] SMALL = RoundTripTest.bytes(5 * SEGMENT + 7);
    private static final byte[] LARGE = RoundTripTest.bytes(2 * CHUNK + 5);
    private static final PutOptions DESCRIBED =
            PutOptions.DEFAULT.contentType("a/b").userMetadata(Map.of("k", "v"));

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static String key(String like) {
        return FakeCluster.keyOfSlice(SLICE, like);
    }

    /** A chunk has a content id of its own, but its name is what places it. */
    private void assertAllAreOfTheSlice(String bucket, int atLeast) {
        List<ObjectMapping> rows =
                cluster.table().list(new ListQuery(bucket, "", "", "", 1000)).objects();
        assertThat(rows).as(bucket).hasSizeGreaterThanOrEqualTo(atLeast).allSatisfy(row -> {
            assertThat(Slices.of(row.id())).as("name of %s", row.id()).isEqualTo(SLICE);
            if (!bucket.equals(Chunks.bucket(BUCKET))) {
                assertThat(Slices.of(row.content().contentId()))
                        .as("content of %s", row.id())
                        .isEqualTo(SLICE);
            }
        });
    }

    @Test
    void contentIds_ofAllThatIsWrittenForAnObject_nameItsSlice() {
        client.put(BUCKET, key("small"), SMALL);
        client.put(BUCKET, key("large"), LARGE);
        UploadInfo upload = client.uploads().begin(BUCKET, key("parts"), DESCRIBED);
        List<PartInfo> parts = List.of(
                client.uploads().putPart(upload, 1, ObjectSource.of(SMALL)),
                client.uploads().putPart(upload, 2, ObjectSource.of(LARGE)));
        client.uploads().complete(upload, parts, PutOptions.DEFAULT);
        client.uploads()
                .put(
                        BUCKET,
                        key("ranges"),
                        RangeSource.of(LARGE),
                        PutOptions.DEFAULT,
                        UploadOptions.DEFAULT.withPartBytes(CHUNK));
        for (String from : List.of("small", "large", "parts")) {
            client.copy(BUCKET, key(from), BUCKET, key(from + " copy"), PutOptions.DEFAULT);
        }

        assertThat(Slices.of(WriteId.parse(upload.id()))).isEqualTo(SLICE);
        assertAllAreOfTheSlice(BUCKET, 7);
        assertAllAreOfTheSlice(Components.bucket(BUCKET), 11);
        assertAllAreOfTheSlice(Chunks.bucket(BUCKET), 6);
        assertThat(cluster.metadata().received(MessageType.GET_BUCKET))
                .as("asked for no copy within a slice")
                .isZero();
    }

    private void make(boolean sliced) {
        Map<String, String> settings = new HashMap<>(sliced ? BucketInfo.SLICED : Map.of());
        settings.put(Versioning.SETTING, Versioning.ENABLED.text());
        BucketInfo made = client.createBucket(BUCKET, "", settings);
        assertThat(made.isSliced()).isEqualTo(sliced);
    }

    private void assertIsCopy(String key) {
        assertThat(client.get(BUCKET, key)).as(key).isEqualTo(SMALL);
        ObjectInfo info = client.head(BUCKET, key);
        assertThat(info.contentType()).isEqualTo("a/b");
        assertThat(info.userMetadata()).isEqualTo(Map.of("k", "v"));
    }

    /** {@code asked} is how often the client asks what the bucket is: once for all copies, if it has to know. */
    @ParameterizedTest
    @CsvSource({
        "true,  3,        false, 1", //
        "true,  " + SLICE + ", true,  0",
        "false, 3,        true,  1",
        "false, " + SLICE + ", true,  0"
    })
    void copies_shareTheBytes_unlessTheyLeaveTheSliceOfASlicedBucket(
            boolean sliced, int slice, boolean shared, int asked) {
        make(sliced);
        client.put(BUCKET, key("from"), SMALL, DESCRIBED);
        ObjectInfo former = client.head(BUCKET, key("from"));
        client.put(BUCKET, key("from"), LARGE);
        client.put(BUCKET, key("whole"), SMALL, DESCRIBED);
        ObjectInfo whole = client.head(BUCKET, key("whole"));
        String copy = FakeCluster.keyOfSlice(slice, "copy");
        String version = FakeCluster.keyOfSlice(slice, "version");
        UploadInfo upload = client.uploads().begin(BUCKET, FakeCluster.keyOfSlice(slice, "upload"), DESCRIBED);

        client.copy(BUCKET, key("whole"), BUCKET, copy, PutOptions.DEFAULT);
        client.copyVersion(former, BUCKET, version, DESCRIBED);
        Optional<PartInfo> part = client.uploads().sharePart(upload, 1, whole, 0, SMALL.length, Map.of());

        assertIsCopy(copy);
        assertIsCopy(version);
        assertThat(part.isPresent()).isEqualTo(shared);
        assertThat(cluster.metadata().received(MessageType.COPY_OBJECT)).isEqualTo(shared ? 2 : 0);
        assertThat(cluster.metadata().received(MessageType.ADD_PART)).isEqualTo(shared ? 1 : 0);
        assertThat(cluster.metadata().received(MessageType.GET_BUCKET)).isEqualTo(asked);
        if (!shared) {
            assertThat(Slices.of(WriteId.parse(client.head(BUCKET, copy).entityTag())))
                    .isEqualTo(Slices.of(new ObjectId(BUCKET, copy)));
        }
    }

    @Test
    void formerVersion_ofASlicedBucket_isRestored_withoutWritingItsBytes() {
        make(true);
        client.put(BUCKET, key("key"), SMALL, DESCRIBED);
        ObjectInfo former = client.head(BUCKET, key("key"));
        client.put(BUCKET, key("key"), LARGE);
        client.copyVersion(former, BUCKET, key("key"), DESCRIBED);
        assertIsCopy(key("key"));
        assertThat(cluster.metadata().received(MessageType.COPY_OBJECT)).isEqualTo(1);
    }

    @Test
    void bucket_tellsWhetherItIsSliced_besideItsSchemes() {
        BucketSchemes pairs = BucketSchemes.parsed("REP(2)", null);
        Map<String, String> settings = new HashMap<>(pairs.settings());
        settings.putAll(BucketInfo.SLICED);
        assertThat(client.createBucket(BUCKET, "", settings).isSliced()).isTrue();
        assertThat(client.createBucket("plain").isSliced()).isFalse();
        assertThat(client.buckets()).extracting(BucketInfo::isSliced).containsExactly(true, false);
        assertThat(client.bucket(BUCKET).schemes()).isEqualTo(pairs);
        assertThat(client.bucket(BUCKET).settings()).containsEntry("slices", "16");
    }
}
