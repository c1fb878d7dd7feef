package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ServerId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies: those that share the bytes of their source, and those that cannot. */
@Timeout(300)
final class CopyTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 20 * SEGMENT;
    private static final byte[] BYTES = RoundTripTest.bytes(5 * SEGMENT + 7);
    private static final PutOptions DESCRIBED =
            PutOptions.DEFAULT.contentType("a/b").userMetadata(Map.of("k", "v"));

    /** Of a list: one page, and two of parity. */
    private static final int LIST = 3;

    private final FakeCluster cluster = new FakeCluster(14);
    private final ChameleonClient client = newClient();
    private final ChameleonClient other = newClient();

    private ChameleonClient newClient() {
        return cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        cluster.close();
    }

    private PutResult copy(String from, String to) {
        return client.copy(BUCKET, from, BUCKET, to, PutOptions.DEFAULT);
    }

    private void sweep() {
        int unused = cluster.table().sweepUploads(cluster.fence(), 1000);
        cluster.reap();
    }

    private void assertNothingIsLeft() {
        sweep();
        for (String bucket : List.of(BUCKET, Components.bucket(BUCKET), Chunks.bucket(BUCKET))) {
            assertThat(cluster.table()
                            .list(new ListQuery(bucket, "", "", "", 1000))
                            .objects())
                    .isEmpty();
        }
        await("fragments deleted")
                .untilAsserted(() -> assertThat(cluster.fragments()).isZero());
    }

    @Test
    void nameThatCannotBe_failsTheCopy_whicheverItIs() {
        assertThatThrownBy(() -> client.copy("Bad bucket", "key", BUCKET, "copy", PutOptions.DEFAULT))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.copy(BUCKET, "key", BUCKET, "", PutOptions.DEFAULT))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void copyWithinABucket_writesListsAlone_andIsAnObjectOfItsOwn() {
        PutResult put = client.put(BUCKET, "key", BYTES, DESCRIBED);
        int written = cluster.fragments();

        PutResult copied = copy("key", "copy");
        assertThat(cluster.fragments()).as("a list of each").isEqualTo(written + 2 * LIST);
        PutResult again = copy("key", "again");
        assertThat(cluster.fragments()).as("the source has one").isEqualTo(written + 3 * LIST);
        copy("again", "onwards");

        assertThat(copied.entityTag()).isNotEqualTo(put.entityTag()).isNotEqualTo(again.entityTag());
        assertThat(copied.size()).isEqualTo(BYTES.length);
        for (String key : List.of("key", "copy", "again", "onwards")) {
            ObjectInfo info = other.head(BUCKET, key);
            assertThat(info.contentType()).isEqualTo("a/b");
            assertThat(info.userMetadata()).isEqualTo(Map.of("k", "v"));
            assertThat(other.get(BUCKET, key)).as(key).isEqualTo(BYTES);
            assertThat(other.getRange(BUCKET, key, SEGMENT - 1, 3))
                    .isEqualTo(Arrays.copyOfRange(BYTES, SEGMENT - 1, SEGMENT + 2));
            assertThat(client.verify(BUCKET, key).faults()).isEmpty();
        }
        assertThat(other.head(BUCKET, "key").entityTag()).as("of the source").isEqualTo(put.entityTag());

        client.put(BUCKET, "key", new byte[1]);
        client.delete(BUCKET, "copy");
        sweep();
        assertThat(client.get(BUCKET, "onwards")).isEqualTo(BYTES);
        client.deleteAll(BUCKET, List.of("key", "again", "onwards"));
        assertNothingIsLeft();
    }

    @Test
    void chunkedAndComposedObjects_areCopiedSo_andOutliveTheirSources() {
        byte[] large = RoundTripTest.bytes(2 * CHUNK + 5);
        client.put(BUCKET, "large", large);
        UploadInfo upload = client.uploads().begin(BUCKET, "parts", DESCRIBED);
        List<PartInfo> parts = List.of(
                client.uploads().putPart(upload, 1, ObjectSource.of(BYTES)),
                client.uploads().putPart(upload, 2, ObjectSource.of(large)));
        client.uploads().complete(upload, parts, PutOptions.DEFAULT);
        int written = cluster.fragments();

        copy("large", "large copy");
        copy("parts", "parts copy");

        assertThat(cluster.fragments()).isEqualTo(written + 3 * LIST);
        client.deleteAll(BUCKET, List.of("large", "parts"));
        sweep();
        assertThat(client.get(BUCKET, "large copy")).isEqualTo(large);
        assertThat(client.get(BUCKET, "parts copy")).hasSize(BYTES.length + large.length);
        assertThat(client.verify(BUCKET, "parts copy").faults()).isEmpty();
        client.deleteAll(BUCKET, List.of("large copy", "parts copy"));
        assertNothingIsLeft();
    }

    @Test
    void smallObject_otherBucket_orPolicy_isWrittenAnew() {
        client.put(BUCKET, "small", Arrays.copyOf(BYTES, ObjectInfo.LEAST_SHARED_BYTES - 1), DESCRIBED);
        client.put(BUCKET, "key", BYTES, DESCRIBED);

        copy("small", "copy");
        client.copy(BUCKET, "key", "elsewhere", "key", PutOptions.DEFAULT);
        client.copy(BUCKET, "key", BUCKET, "hot", PutOptions.DEFAULT.policy(RedundancyPolicy.REP));

        assertThat(cluster.metadata().received(MessageType.COPY_OBJECT)).isZero();
        assertThat(client.get("elsewhere", "key")).isEqualTo(BYTES);
        assertThat(client.head(BUCKET, "hot").live().policy()).isEqualTo(RedundancyPolicy.REP);
        assertThat(client.head(BUCKET, "copy").userMetadata()).isEqualTo(Map.of("k", "v"));
    }

    @Test
    void metadataProcessThatKnowsNoCopies_makesTheClientWriteTheBytes() {
        client.put(BUCKET, "key", BYTES, DESCRIBED);
        cluster.metadata()
                .fail(MessageType.COPY_OBJECT, new ChameleonError(ErrorCode.PROTOCOL_ERROR, "unknown message type"));
        copy("key", "copy");
        assertThat(client.get(BUCKET, "copy")).isEqualTo(BYTES);
        assertThat(client.head(BUCKET, "copy").isComposed()).isFalse();
        client.copyVersion(client.head(BUCKET, "key"), BUCKET, "other", PutOptions.DEFAULT.contentType("c/d"));
        assertThat(client.get(BUCKET, "other")).isEqualTo(BYTES);
        assertThat(client.head(BUCKET, "other").contentType()).isEqualTo("c/d");
    }

    @Test
    void sourceThatIsOverwrittenMeanwhile_isCopiedAsItIsThen_orNotAtAll() {
        client.put(BUCKET, "key", BYTES);
        ObjectInfo first = client.head(BUCKET, "key");
        byte[] newer = RoundTripTest.bytes(6 * SEGMENT);
        cluster.metadata()
                .afterNext(MessageType.LOOKUP, () -> other.async().put(BUCKET, "key", newer, PutOptions.DEFAULT));
        copy("key", "copy");
        assertThat(client.get(BUCKET, "copy")).isEqualTo(newer);

        assertThatThrownBy(() -> client.copyVersion(first, BUCKET, "late", PutOptions.DEFAULT))
                .isInstanceOf(ObjectChangedException.class);
        assertThat(client.exists(BUCKET, "late")).isFalse();
    }

    @Test
    void lostAnswer_isOneCopy() {
        client.put(BUCKET, "key", BYTES);
        cluster.metadata().loseAnswers(MessageType.COPY_OBJECT, 1);
        PutResult copied = client.copy(BUCKET, "key", BUCKET, "copy", PutOptions.DEFAULT.ifNoneMatch());
        assertThat(client.head(BUCKET, "copy").entityTag()).isEqualTo(copied.entityTag());
        assertThatThrownBy(() -> client.copy(BUCKET, "key", BUCKET, "copy", PutOptions.DEFAULT.ifNoneMatch()))
                .isInstanceOf(PreconditionFailedException.class);
        client.deleteAll(BUCKET, List.of("key", "copy"));
        assertNothingIsLeft();
    }

    @Test
    void formerVersion_isCopied_andReadersOfItGoOn() {
        client.createBucket(BUCKET);
        client.configureBucket(BUCKET, Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
        client.put(BUCKET, "key", BYTES);
        ObjectInfo first = client.head(BUCKET, "key");
        client.put(BUCKET, "key", new byte[5]);
        client.copyVersion(first, BUCKET, "key", DESCRIBED);
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(client.versions()
                        .find(BUCKET, "key", first.versionId())
                        .object()
                        .orElseThrow()
                        .entityTag())
                .isEqualTo(first.entityTag());
    }

    @Test
    void readerOfAVersion_thatIsSharedAndThenMoved_readsOn() throws IOException {
        client.put(BUCKET, "key", BYTES, DESCRIBED);
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            assertThat(stream.read()).isEqualTo(BYTES[0] & 0xFF);
            copy("key", "copy");
            moveBytes();
            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(BYTES, 1, BYTES.length));
            assertThat(stream.info().userMetadata()).isEqualTo(Map.of("k", "v"));
        }
        assertThat(other.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(other.get(BUCKET, "copy")).isEqualTo(BYTES);
    }

    private PartInfo shared(UploadInfo upload, int number, String from, long offset, long length) {
        Optional<PartInfo> part = client.uploads()
                .sharePart(upload, number, client.head(BUCKET, from), offset, length, Map.of("md5", "x"));
        return part.orElseThrow(() -> new AssertionError("bytes of " + from + " are not shared"));
    }

    @Test
    void partsOfOtherVersions_areSharedByAnUpload_whichOutlivesThem() {
        byte[] large = RoundTripTest.bytes(2 * CHUNK + 5);
        UploadInfo upload = client.uploads().begin(BUCKET, "parts", DESCRIBED);
        List<PartInfo> parts = List.of(
                client.uploads().putPart(upload, 1, ObjectSource.of(BYTES)),
                client.uploads().putPart(upload, 2, ObjectSource.of(large)));
        client.uploads().complete(upload, parts, PutOptions.DEFAULT);
        client.put(BUCKET, "key", BYTES);
        copy("key", "copy");
        int written = cluster.fragments();

        UploadInfo sharing = client.uploads().begin(BUCKET, "sharing", PutOptions.DEFAULT);
        List<PartInfo> shared = List.of(
                shared(sharing, 1, "parts", BYTES.length, large.length),
                shared(sharing, 2, "copy", 0, BYTES.length),
                shared(sharing, 3, "parts", 0, BYTES.length),
                shared(sharing, 4, "parts", 0, BYTES.length));
        long one = BYTES.length;
        assertThat(shared).extracting(PartInfo::size).containsExactly((long) large.length, one, one, one);
        assertThat(shared.get(0).metadata()).isEqualTo(Map.of("md5", "x"));
        assertThat(shared.get(0).crc32c()).isEqualTo(parts.get(1).crc32c());
        assertThat(cluster.fragments()).as("not a byte of a part").isEqualTo(written);
        client.uploads().complete(sharing, shared, PutOptions.DEFAULT);

        client.deleteAll(BUCKET, List.of("parts", "key", "copy"));
        sweep();
        byte[] read = client.get(BUCKET, "sharing");
        assertThat(Arrays.copyOf(read, large.length)).isEqualTo(large);
        assertThat(Arrays.copyOfRange(read, large.length, large.length + BYTES.length))
                .isEqualTo(BYTES);
        assertThat(Arrays.copyOfRange(read, large.length + 2 * BYTES.length, read.length))
                .isEqualTo(BYTES);
        assertThat(client.verify(BUCKET, "sharing").faults()).isEmpty();
        client.delete(BUCKET, "sharing");
        assertNothingIsLeft();
    }

    @Test
    void bytesThatAreNotAWholeComponent_orAreGone_areNoPart() {
        UploadInfo upload = client.uploads().begin(BUCKET, "parts", DESCRIBED);
        List<PartInfo> parts = List.of(
                client.uploads().putPart(upload, 1, ObjectSource.of(BYTES)),
                client.uploads().putPart(upload, 2, ObjectSource.of(BYTES)));
        client.uploads().complete(upload, parts, PutOptions.DEFAULT);
        client.put(BUCKET, "key", BYTES);
        client.put(BUCKET, "small", new byte[1000]);
        ObjectInfo composed = client.head(BUCKET, "parts");
        ObjectInfo plain = client.head(BUCKET, "key");
        UploadInfo sharing = client.uploads().begin(BUCKET, "sharing", PutOptions.DEFAULT);
        UploadInfo elsewhere = client.uploads().begin("elsewhere", "sharing", PutOptions.DEFAULT);
        int length = BYTES.length;

        assertThat(share(sharing, composed, 1, length)).isEmpty();
        assertThat(share(sharing, composed, 0, length - 1)).isEmpty();
        assertThat(share(sharing, composed, 0, 2L * length))
                .as("of two components")
                .isEmpty();
        assertThat(share(sharing, plain, 0, length - 1)).isEmpty();
        assertThat(share(sharing, client.head(BUCKET, "small"), 0, 1000)).isEmpty();
        assertThat(share(elsewhere, composed, 0, length))
                .as("of another bucket")
                .isEmpty();
        client.deleteAll(BUCKET, List.of("parts", "key"));
        sweep();
        assertThat(share(sharing, composed, 0, length))
                .as("of a version that is gone")
                .isEmpty();
        assertThat(share(sharing, plain, 0, length))
                .as("of a version that is gone")
                .isEmpty();
        assertThat(client.uploads()
                        .parts(BUCKET, "sharing", sharing.id(), 0, 10)
                        .parts())
                .isEmpty();
    }

    @Test
    void wholeObject_becomesAPart_andOnlyItsListIsWritten() {
        byte[] large = RoundTripTest.bytes(2 * CHUNK + 5);
        client.put(BUCKET, "large", large, DESCRIBED);
        PutResult put = client.put(BUCKET, "key", BYTES, DESCRIBED);
        int written = cluster.fragments();

        UploadInfo sharing = client.uploads().begin(BUCKET, "sharing", PutOptions.DEFAULT);
        List<PartInfo> parts =
                List.of(shared(sharing, 1, "large", 0, large.length), shared(sharing, 2, "key", 0, BYTES.length));
        assertThat(cluster.fragments()).as("a list of each").isEqualTo(written + 2 * LIST);
        assertThat(shared(sharing, 2, "key", 0, BYTES.length).component())
                .as("once more, now of a component")
                .isEqualTo(parts.get(1).component());
        client.uploads().complete(sharing, parts, PutOptions.DEFAULT);

        assertThat(other.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(other.head(BUCKET, "key").entityTag()).isEqualTo(put.entityTag());
        assertThat(other.head(BUCKET, "key").userMetadata()).isEqualTo(Map.of("k", "v"));
        client.deleteAll(BUCKET, List.of("large", "key"));
        sweep();
        byte[] read = client.get(BUCKET, "sharing");
        assertThat(Arrays.copyOf(read, large.length)).isEqualTo(large);
        assertThat(Arrays.copyOfRange(read, large.length, read.length)).isEqualTo(BYTES);
        assertThat(client.verify(BUCKET, "sharing").faults()).isEmpty();
        client.delete(BUCKET, "sharing");
        assertNothingIsLeft();
    }

    @Test
    void partOfAnUploadThatIsAborted_leavesTheObjectItsBytes() {
        client.put(BUCKET, "key", BYTES, DESCRIBED);
        UploadInfo sharing = client.uploads().begin(BUCKET, "sharing", PutOptions.DEFAULT);
        shared(sharing, 1, "key", 0, BYTES.length);
        client.uploads().abort(BUCKET, "sharing", sharing.id());
        sweep();
        assertThat(other.get(BUCKET, "key")).isEqualTo(BYTES);
        client.delete(BUCKET, "key");
        assertNothingIsLeft();
    }

    private Optional<PartInfo> share(UploadInfo upload, ObjectInfo source, long offset, long length) {
        return client.uploads().sharePart(upload, 1, source, offset, length, Map.of());
    }

    /** Moves the one component that is no list to servers it is not on. */
    private void moveBytes() {
        ObjectMapping row =
                cluster.table().list(new ListQuery(Components.bucket(BUCKET), "", "", "", 10)).objects().stream()
                        .filter(each -> !each.content().contentType().equals(Components.LIST_TYPE))
                        .findFirst()
                        .orElseThrow();
        Placement from = row.live();
        List<ServerId> free = new ArrayList<>();
        cluster.servers().forEach(server -> free.add(server.info().id()));
        free.removeAll(from.servers());
        Placement to =
                new Placement(from.scheme(), free.subList(0, from.servers().size()));
        assertThat(cluster.table()
                        .remap(
                                cluster.fence(),
                                List.of(new Remap(
                                        row.id(),
                                        row.version(),
                                        RedundancyEvent.SWAP,
                                        to,
                                        cluster.nextEpoch(),
                                        "test"))))
                .containsExactly(Remap.Outcome.APPLIED);
        for (int i = 0; i < to.servers().size(); i++) {
            cluster.server(from.servers().get(i))
                    .copyTo(cluster.server(to.servers().get(i)), row.writeId());
        }
        assertThat(cluster.table()
                        .migrate(cluster.fence(), new Migration(row.id(), row.version() + 1, row.writeId(), 99)))
                .isEqualTo(Remap.Outcome.APPLIED);
        from.servers().forEach(server -> cluster.server(server).lose(row.writeId()));
    }
}
