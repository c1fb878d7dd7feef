package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.InvalidPartException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UploadNotFoundException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Multipart uploads, and reading what they compose: small parts, chunked ones, and one that is empty. */
@Timeout(300)
final class UploadsTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 4 * SEGMENT;
    private static final int[] SIZES = {SEGMENT + 1, 2 * CHUNK + 17, 0, 1, 3 * SEGMENT};

    private final FakeCluster cluster = new FakeCluster(14);
    private final ChameleonClient client = newClient();
    private final ChameleonClient other = newClient();
    private final List<byte[]> parts = new ArrayList<>();
    private final byte[] whole;

    UploadsTest() {
        whole = RoundTripTest.bytes(Arrays.stream(SIZES).sum());
        int from = 0;
        for (int size : SIZES) {
            parts.add(Arrays.copyOfRange(whole, from, from + size));
            from += size;
        }
    }

    private ChameleonClient newClient() {
        return cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        cluster.close();
    }

    private UploadInfo begin() {
        return client.uploads().begin(BUCKET, "key", PutOptions.DEFAULT.contentType("a/b"));
    }

    /** The last part is written first. */
    private List<PartInfo> putAll(UploadInfo upload) {
        List<PartInfo> put = new ArrayList<>();
        for (int i = SIZES.length - 1; i >= 0; i--) {
            ChameleonClient by = i % 2 == 0 ? client : other;
            put.add(0, by.uploads().putPart(upload, 2 * i + 1, ObjectSource.of(parts.get(i))));
        }
        return put;
    }

    private PutResult compose() {
        UploadInfo upload = begin();
        return client.uploads().complete(upload, putAll(upload), PutOptions.DEFAULT);
    }

    private List<ObjectMapping> components() {
        return cluster.table()
                .list(new ListQuery(Components.bucket(BUCKET), "", "", "", 1000))
                .objects();
    }

    private void sweep() {
        int unused = cluster.table().sweepUploads(cluster.fence(), 1000);
    }

    private void assertNothingIsLeft() {
        sweep();
        assertThat(components()).isEmpty();
        assertThat(cluster.table()
                        .list(new ListQuery(Chunks.bucket(BUCKET), "", "", "", 9))
                        .objects())
                .isEmpty();
        cluster.reap();
        await("fragments deleted")
                .untilAsserted(() -> assertThat(cluster.fragments()).isZero());
    }

    @Test
    void partsOfAnyOrderAndSize_becomeOneObject_andNoByteIsWrittenTwice() {
        UploadInfo upload = begin();
        List<PartInfo> put = putAll(upload);
        int written = cluster.fragments();
        PutResult done = client.uploads().complete(upload, put, PutOptions.DEFAULT.userMetadata(Map.of("k", "v")));

        assertThat(cluster.fragments())
                .as("a page of the list, and two of parity")
                .isEqualTo(written + 3);
        assertThat(client.get(BUCKET, "key")).isEqualTo(whole);
        ObjectInfo info = other.head(BUCKET, "key");
        assertThat(info.entityTag()).isEqualTo(done.entityTag());
        assertThat(info.extents()).isEqualTo(SIZES.length);
        assertThat(info.size()).isEqualTo(whole.length).isEqualTo(done.size());
        assertThat(info.contentType()).isEqualTo("a/b");
        assertThat(info.userMetadata()).isEqualTo(Map.of("k", "v"));
        assertThat(client.listAll(BUCKET, "")).extracting(ObjectInfo::key).containsExactly("key");

        client.delete(BUCKET, "key");
        assertNothingIsLeft();
    }

    @Test
    void ranges_acrossParts_areTheBytesAsked(@TempDir Path directory) throws IOException {
        compose();
        for (int offset : new int[] {0, SEGMENT, SEGMENT + 1, CHUNK, 2 * CHUNK, 2 * CHUNK + SEGMENT + 18}) {
            for (int length : new int[] {1, 2, SEGMENT, CHUNK + 2, whole.length}) {
                int end = Math.min(whole.length, offset + length);
                assertThat(client.getRange(BUCKET, "key", offset, length))
                        .as("%d bytes from %d", length, offset)
                        .isEqualTo(Arrays.copyOfRange(whole, offset, end));
            }
        }
        Path file = directory.resolve("file");
        client.getTo(BUCKET, "key", file, 3);
        assertThat(file).hasBinaryContent(whole);
        assertThat(cluster.metadata().received(MessageType.LIST_EXTENTS))
                .as("a list never changes")
                .isEqualTo(1);
    }

    @Test
    void chunks_ofAComposedObject_areItsComponentsAndTheirChunks_andVerifyReadsAll() {
        compose();
        List<ObjectInfo> pieces = client.chunks(BUCKET, "key");
        assertThat(pieces)
                .extracting(ObjectInfo::size)
                .containsExactly((long) SEGMENT + 1, (long) CHUNK, (long) CHUNK, 17L, 0L, 1L, 3L * SEGMENT);
        assertThat(client.verify(BUCKET, "key").faults()).isEmpty();

        ObjectInfo last = pieces.get(6);
        cluster.server(last.live().servers().get(0)).lose(last.writeId());
        Verification found = client.verify(BUCKET, "key");
        assertThat(found.faults())
                .hasSize(3)
                .allSatisfy(fault -> assertThat(fault.server())
                        .isEqualTo(last.live().servers().get(0)));
        assertThat(found.faults().get(0).segment())
                .as("counted through all components")
                .isEqualTo(2 + 9 + 1);
        assertThat(client.get(BUCKET, "key")).isEqualTo(whole);
    }

    @Test
    void uploadsAndParts_areListed_withWhatTheirSourcesSay() {
        UploadInfo upload =
                client.uploads().begin(BUCKET, "key", "ann", PutOptions.DEFAULT.policy(RedundancyPolicy.REP));
        PartInfo part = client.uploads()
                .putPart(upload, 7, ObjectSource.of(parts.get(1)).describedAtEnd(() -> Map.of("etag", "x")));

        assertThat(part.metadata()).isEqualTo(Map.of("etag", "x"));
        assertThat(client.uploads().parts(BUCKET, "key", upload.id(), 0, 10))
                .isEqualTo(new PartListing(upload, List.of(part), false));
        assertThat(client.uploads().list(BUCKET, "", "", null, 10))
                .isEqualTo(new UploadListing(List.of(upload), false));
        assertThat(client.uploads().find(BUCKET, "key", upload.id())).isEqualTo(upload);
        client.uploads().complete(upload, List.of(part), PutOptions.DEFAULT);
        assertThat(client.chunks(BUCKET, "key")).allMatch(chunk -> chunk.live().policy() == RedundancyPolicy.REP);
    }

    @Test
    void partUploadedAnew_isNotTheOneNamed() {
        UploadInfo upload = begin();
        PartInfo first = client.uploads().putPart(upload, 1, ObjectSource.of(parts.get(0)));
        PartInfo second = other.uploads().putPart(upload, 1, ObjectSource.of(parts.get(1)));
        assertThatThrownBy(() -> client.uploads().complete(upload, List.of(first), PutOptions.DEFAULT))
                .isInstanceOf(InvalidPartException.class);
        client.uploads().complete(upload, List.of(second), PutOptions.DEFAULT);
        assertThat(client.get(BUCKET, "key")).isEqualTo(parts.get(1));
    }

    @Test
    void completion_whoseConditionFails_canBeTriedAgain() {
        client.put(BUCKET, "key", new byte[1]);
        UploadInfo upload = begin();
        List<PartInfo> put = putAll(upload);
        assertThatThrownBy(() -> client.uploads().complete(upload, put, PutOptions.DEFAULT.ifNoneMatch()))
                .isInstanceOf(PreconditionFailedException.class);
        client.delete(BUCKET, "key");
        client.uploads().complete(upload, put, PutOptions.DEFAULT.ifNoneMatch());
        assertThat(client.get(BUCKET, "key")).isEqualTo(whole);
    }

    @Test
    void answersLost_areAskedForAgain_andNothingHappensTwice() {
        for (MessageType type : List.of(
                MessageType.BEGIN_UPLOAD, MessageType.COMMIT, MessageType.ADD_PART, MessageType.COMPLETE_UPLOAD)) {
            cluster.metadata().loseAnswers(type, 1);
        }
        UploadInfo upload = begin();
        List<PartInfo> put = putAll(upload);
        PutResult done = client.uploads().complete(upload, put, PutOptions.DEFAULT.ifNoneMatch());
        assertThat(client.head(BUCKET, "key").entityTag()).isEqualTo(done.entityTag());
        assertThat(client.uploads().list(BUCKET, "", "", null, 10).uploads()).isEmpty();
        assertThat(client.uploads().complete(upload, put, PutOptions.DEFAULT).entityTag())
                .isEqualTo(done.entityTag());
        client.delete(BUCKET, "key");
        assertNothingIsLeft();
    }

    @Test
    void list_saysWhatTheVersionIs_andGoesWithIt() {
        UploadInfo upload = begin();
        List<PartInfo> put = putAll(upload);
        PutResult done = client.uploads().complete(upload, put, PutOptions.DEFAULT.userMetadata(Map.of("k", "v")));

        ObjectMapping row = list();
        WriteId id = row.content().contentId();
        assertThat(Components.versionOf(id)).hasToString(done.entityTag());
        assertThat(row.live().policy()).isEqualTo(upload.policy());
        assertThat(ExtentList.key(row.content())).isEqualTo("key");
        ExtentList list = ExtentList.parse(firstShard(row));
        assertThat(list.object()).isEqualTo(new ObjectId(BUCKET, "key"));
        assertThat(list.upload()).hasToString(upload.id());
        assertThat(list.extents())
                .isEqualTo(put.stream()
                        .map(part -> new Extent(WriteId.parse(part.component()), 0, part.size()))
                        .toList());
        assertThat(list.content(WriteId.parse(done.entityTag())))
                .isEqualTo(requireNonNull(cluster.table().lookup(list.object()).mapping())
                        .content());

        int before = components().size();
        assertThat(client.uploads().complete(upload, put, PutOptions.DEFAULT).entityTag())
                .isEqualTo(done.entityTag());
        assertThat(components()).as("a repetition writes no list").hasSize(before);
        client.put(BUCKET, "key", new byte[0]);
        assertNothingIsLeft();
    }

    /** All of a component that is no longer than a page. */
    private byte[] firstShard(ObjectMapping row) {
        ServerId first = row.live().servers().get(0);
        return requireNonNull(cluster.server(first).fragments().get(new FragmentId(row.writeId(), 0, 0)))
                .bytes();
    }

    private ObjectMapping list() {
        return components().stream()
                .filter(row -> row.content().contentType().equals(Components.LIST_TYPE))
                .reduce((one, two) -> {
                    throw new AssertionError("two lists: " + one + ", " + two);
                })
                .orElseThrow();
    }

    @Test
    void completionThatIsRefused_leavesNoList() {
        client.put(BUCKET, "key", new byte[0]);
        UploadInfo upload = begin();
        PartInfo first = client.uploads().putPart(upload, 1, ObjectSource.of(parts.get(0)));
        PartInfo second = other.uploads().putPart(upload, 1, ObjectSource.of(parts.get(1)));
        int written = components().size();
        assertThatThrownBy(() -> client.uploads().complete(upload, List.of(first), PutOptions.DEFAULT))
                .isInstanceOf(InvalidPartException.class);
        assertThat(components()).as("it was not written").hasSize(written);
        assertThatThrownBy(() -> client.uploads().complete(upload, List.of(second), PutOptions.DEFAULT.ifNoneMatch()))
                .isInstanceOf(PreconditionFailedException.class);
        sweep();
        assertThat(components()).extracting(row -> row.id().key()).containsExactly(second.component());
    }

    @Test
    void abortedUpload_leavesNothing_andTakesNoPart() {
        UploadInfo upload = begin();
        List<PartInfo> put = putAll(upload);
        assertThat(client.uploads().abort(BUCKET, "key", upload.id())).isTrue();
        assertThat(client.uploads().abort(BUCKET, "key", upload.id())).isFalse();
        assertNothingIsLeft();
        assertThatThrownBy(() -> client.uploads().complete(upload, put, PutOptions.DEFAULT))
                .isInstanceOf(UploadNotFoundException.class);
        assertThatThrownBy(() -> client.uploads().putPart(upload, 1, ObjectSource.of(new byte[1])))
                .isInstanceOf(UploadNotFoundException.class);
    }

    @Test
    void read_ofAVersionThatIsReplacedMeanwhile_startsOver_orSaysSo(@TempDir Path directory) {
        for (MessageType meanwhile : List.of(MessageType.LOOKUP, MessageType.LIST_EXTENTS)) {
            compose();
            cluster.metadata().afterNext(meanwhile, this::replaceAndReap);
            assertThat(client.get(BUCKET, "key")).isEqualTo(parts.get(1));
        }
        compose();
        cluster.metadata().afterNext(MessageType.LOOKUP, this::replaceAndReap);
        assertThatThrownBy(() -> client.getTo(BUCKET, "key", directory.resolve("file"), 3))
                .isInstanceOf(ObjectChangedException.class);
    }

    private CompletionStage<?> replaceAndReap() {
        return other.async()
                .put(BUCKET, "key", parts.get(1), PutOptions.DEFAULT)
                .thenRun(this::sweep)
                .thenRun(cluster::reap);
    }

    @Test
    void badRequests_areRefused() {
        UploadInfo upload = begin();
        assertThatThrownBy(() -> client.uploads().putPart(upload, 0, ObjectSource.of(new byte[1])))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.uploads().complete(upload, List.of(), PutOptions.DEFAULT))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.uploads().begin(BUCKET, "key", PutOptions.DEFAULT.ifNoneMatch()))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.list(Components.bucket(BUCKET), ListOptions.prefix("")))
                .isInstanceOf(InvalidRequestException.class);
    }
}
