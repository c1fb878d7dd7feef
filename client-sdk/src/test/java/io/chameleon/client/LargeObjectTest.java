package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Chunks;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of more than one chunk: 4 segments of 1000 bytes make one here. */
@Timeout(300)
final class LargeObjectTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 4 * SEGMENT;
    /** Five chunks, the last with a short segment. */
    private static final byte[] LARGE = RoundTripTest.bytes(4 * CHUNK + 2 * SEGMENT + 300);

    private static final byte[] OTHER = RoundTripTest.bytes(3 * CHUNK + 17);
    private static final byte[] SMALL = RoundTripTest.bytes(CHUNK);

    private final FakeCluster cluster = new FakeCluster(14);
    private final ChameleonClient client = newClient();
    private final ChameleonClient other = newClient();

    private ChameleonClient newClient() {
        return cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK + 999).build();
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        cluster.close();
    }

    private List<ObjectMapping> chunkRows() {
        return cluster.table()
                .list(new ListQuery(Chunks.bucket(BUCKET), "", "", "", 1000))
                .objects();
    }

    private void assertNothingIsLeft() {
        assertThat(chunkRows()).isEmpty();
        cluster.reap();
        await("fragments deleted")
                .untilAsserted(() -> assertThat(cluster.fragments()).isZero());
    }

    static Stream<Arguments> sizes() {
        return Stream.of(CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1, 5 * CHUNK + SEGMENT + 1)
                .flatMap(size -> Stream.of(RedundancyPolicy.values()).map(policy -> Arguments.of(size, policy)));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void object_ofAnySource_isChunkedIfLongerThanOne_andComesBack(int size, RedundancyPolicy policy) {
        byte[] bytes = RoundTripTest.bytes(size);
        PutOptions options = PutOptions.DEFAULT.policy(policy);
        client.put(BUCKET, "array", bytes, options);
        client.put(BUCKET, "stream", ObjectSource.of(new ByteArrayInputStream(bytes)), options);
        client.put(BUCKET, "known", ObjectSource.of(new ByteArrayInputStream(bytes), size), options);

        int chunks = size <= CHUNK ? 0 : (size + CHUNK - 1) / CHUNK;
        for (String key : List.of("array", "stream", "known")) {
            assertThat(client.get(BUCKET, key)).isEqualTo(bytes);
            ObjectInfo info = client.head(BUCKET, key);
            assertThat(info.isChunked()).isEqualTo(chunks > 0);
            assertThat(info.size()).isEqualTo(size);
            List<ObjectInfo> found = client.chunks(BUCKET, key);
            assertThat(found).hasSize(chunks).allMatch(chunk -> chunk.live().policy() == policy);
            assertThat(found.stream().mapToLong(ObjectInfo::size).sum()).isEqualTo(chunks > 0 ? size : 0);
        }
        RedundancyScheme scheme = client.head(BUCKET, "array").live().scheme();
        assertThat(cluster.fragments()).isEqualTo(3 * RoundTripTest.fragments(size, SEGMENT, scheme));
    }

    @Test
    void largeObject_listedAndNamed_hidesItsChunks() {
        client.put(BUCKET, "key", LARGE, PutOptions.DEFAULT.contentType("a/b"));

        assertThat(client.listAll(BUCKET, "")).extracting(ObjectInfo::key).containsExactly("key");
        assertThat(client.head(BUCKET, "key").contentType()).isEqualTo("a/b");
        String hidden = Chunks.bucket(BUCKET);
        String chunk = chunkRows().get(0).id().key();
        assertThatThrownBy(() -> client.get(hidden, chunk)).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.put(hidden, chunk, SMALL)).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.delete(hidden, chunk)).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.list(hidden, ListOptions.prefix("")))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void object_overwrittenSmallLargeLargeSmall_leavesNoFragmentsOfWhatWas() {
        client.put(BUCKET, "key", SMALL);
        int small = cluster.fragments();
        client.put(BUCKET, "key", LARGE);
        assertThat(client.get(BUCKET, "key")).isEqualTo(LARGE);
        client.put(BUCKET, "key", OTHER);
        assertThat(client.get(BUCKET, "key")).isEqualTo(OTHER);
        assertThat(chunkRows()).hasSize(4);
        client.put(BUCKET, "key", SMALL);
        assertThat(client.get(BUCKET, "key")).isEqualTo(SMALL);
        assertThat(chunkRows()).isEmpty();
        cluster.reap();
        assertThat(cluster.fragments()).isEqualTo(small);

        client.put(BUCKET, "key", LARGE);
        assertThat(client.delete(BUCKET, "key")).isTrue();
        assertNothingIsLeft();
    }

    /** The source breaks at its first byte, in each chunk, at each border, and just before its end. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                CHUNK - 1,
                CHUNK,
                CHUNK + 1,
                2 * CHUNK,
                3 * CHUNK + 2500,
                4 * CHUNK,
                4 * CHUNK + 2 * SEGMENT + 299
            })
    void put_whoseSourceBreaks_leavesNothing(int at) {
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(LARGE, 0, at), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("cable cut");
            }
        });
        assertThatThrownBy(() -> client.put(BUCKET, "key", ObjectSource.of(broken), PutOptions.DEFAULT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cable cut");
        assertNothingIsLeft();
    }

    @Test
    void put_whoseConditionDoesNotHold_leavesTheOldVersionAndNothingElse() {
        String tag = client.put(BUCKET, "key", SMALL).entityTag();
        int small = cluster.fragments();
        other.put(BUCKET, "key", SMALL);
        assertThatThrownBy(() -> client.put(BUCKET, "key", LARGE, PutOptions.DEFAULT.ifMatch(tag)))
                .isInstanceOf(PreconditionFailedException.class);

        assertThat(client.get(BUCKET, "key")).isEqualTo(SMALL);
        assertThat(chunkRows()).isEmpty();
        cluster.reap();
        assertThat(cluster.fragments()).isEqualTo(small);
    }

    @Test
    void put_cancelledHalfWay_leavesNothing() {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        InputStream slow =
                new SequenceInputStream(new ByteArrayInputStream(LARGE, 0, 2 * CHUNK + 10), new InputStream() {
                    @Override
                    public int read() {
                        reached.complete(null);
                        gate.join();
                        return -1;
                    }
                });
        CompletableFuture<PutResult> put = client.async().put(BUCKET, "key", ObjectSource.of(slow), PutOptions.DEFAULT);
        reached.join();
        put.cancel(true);
        gate.complete(null);
        await("chunks discarded")
                .untilAsserted(() -> assertThat(cluster.metadata().received(MessageType.DISCARD_CHUNKS))
                        .isEqualTo(1));
        await("chunks discarded").untilAsserted(() -> assertThat(chunkRows()).isEmpty());
        assertNothingIsLeft();
    }

    @Test
    void put_whoseChunksWereSweptMeanwhile_isRefused() {
        InputStream sweeping =
                new SequenceInputStream(new ByteArrayInputStream(LARGE, 0, 2 * CHUNK + 10), new InputStream() {
                    @Override
                    public int read() {
                        WriteId contentId = Chunks.contentId(chunkRows().get(0).id());
                        assertThat(cluster.table().discard(new ChunkUpload.Key(BUCKET, contentId)))
                                .isTrue();
                        return -1;
                    }
                });
        assertThatThrownBy(() -> client.put(BUCKET, "key", ObjectSource.of(sweeping), PutOptions.DEFAULT))
                .isInstanceOf(WriteExpiredException.class);
        assertThat(client.listAll(BUCKET, "")).isEmpty();
        assertThat(chunkRows()).isEmpty();
    }

    @Test
    void put_whoseCommitsLoseTheirAnswers_succeedsOnce() {
        cluster.metadata().loseAnswers(MessageType.COMMIT, 3);
        client.put(BUCKET, "key", LARGE, PutOptions.DEFAULT.ifNoneMatch());
        assertThat(client.get(BUCKET, "key")).isEqualTo(LARGE);
        assertThat(chunkRows()).hasSize(5);
    }

    @Test
    void twoWritersOfOneKey_endWithTheChunksOfOne() {
        CompletableFuture<PutResult> first = client.async().put(BUCKET, "key", LARGE, PutOptions.DEFAULT);
        CompletableFuture<PutResult> second = other.async().put(BUCKET, "key", OTHER, PutOptions.DEFAULT);
        CompletableFuture.allOf(first, second).join();

        ObjectInfo info = client.head(BUCKET, "key");
        byte[] won = info.entityTag().equals(first.join().entityTag()) ? LARGE : OTHER;
        assertThat(client.get(BUCKET, "key")).isEqualTo(won);
        assertThat(chunkRows())
                .hasSize((won.length + CHUNK - 1) / CHUNK)
                .allMatch(row -> Chunks.contentId(row.id()).toString().equals(info.entityTag()));
        cluster.reap();
        assertThat(cluster.fragments())
                .isEqualTo(
                        RoundTripTest.fragments(won.length, SEGMENT, info.live().scheme()));
    }

    @Test
    void ranges_acrossBorders_areTheBytesAsked() {
        client.put(BUCKET, "key", LARGE);
        int[] offsets = {0, 1, SEGMENT, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 500, LARGE.length - 1, LARGE.length};
        for (int offset : offsets) {
            for (int length : new int[] {0, 1, 2, SEGMENT, CHUNK, CHUNK + 2, 2 * CHUNK + 700, LARGE.length}) {
                int end = Math.min(LARGE.length, offset + length);
                assertThat(client.getRange(BUCKET, "key", offset, length))
                        .as("%d bytes from %d", length, offset)
                        .isEqualTo(Arrays.copyOfRange(LARGE, offset, end));
            }
        }
    }

    @Test
    void range_looksUpOnlyTheChunksItTouches() {
        client.put(BUCKET, "key", LARGE);
        long before = cluster.metadata().received(MessageType.LOOKUP);
        client.getRange(BUCKET, "key", 3L * CHUNK + 10, 20);
        assertThat(cluster.metadata().received(MessageType.LOOKUP) - before)
                .as("the object and one chunk")
                .isEqualTo(2);
    }

    @Test
    void parallelGet_ofWholesAndRanges_fillsTheFile(@TempDir Path directory) throws IOException {
        client.put(BUCKET, "key", LARGE);
        client.put(BUCKET, "small", SMALL);
        client.put(BUCKET, "empty", new byte[0]);
        Path file = directory.resolve("file");
        for (int parallel : new int[] {1, 3, 64}) {
            client.getTo(BUCKET, "key", file, parallel);
            assertThat(file).hasBinaryContent(LARGE);
            client.getTo(BUCKET, "small", file, parallel);
            assertThat(file).hasBinaryContent(SMALL);
            client.getTo(BUCKET, "empty", file, parallel);
            assertThat(file).isEmptyFile();
        }
        Path part = directory.resolve("part");
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            client.getRangeTo(BUCKET, "key", CHUNK - 3, 2L * CHUNK, channel, 4);
        }
        assertThat(part).hasBinaryContent(Arrays.copyOfRange(LARGE, CHUNK - 3, 3 * CHUNK - 3));
        assertThatThrownBy(() -> client.getTo(BUCKET, "key", file, 65)).hasMessageStartingWith("parallel: '65' given");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactlyInAnyOrder(file, part);
        }
    }

    private CompletionStage<?> overwriteAndReap() {
        return other.async().put(BUCKET, "key", OTHER, PutOptions.DEFAULT).thenRun(cluster::reap);
    }

    @Test
    void parallelGet_ofAVersionThatIsReaped_failsAndLeavesNoFile(@TempDir Path directory) throws IOException {
        client.put(BUCKET, "key", LARGE);
        cluster.metadata().afterNext(MessageType.LOOKUP, this::overwriteAndReap);
        assertThatThrownBy(() -> client.getTo(BUCKET, "key", directory.resolve("file"), 3))
                .isInstanceOf(ObjectChangedException.class);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void read_whoseVersionIsReapedAfterTheLookup_startsOverWithTheNewOne() {
        client.put(BUCKET, "key", LARGE);
        cluster.metadata().afterNext(MessageType.LOOKUP, this::overwriteAndReap);
        assertThat(client.get(BUCKET, "key")).isEqualTo(OTHER);
        assertThat(cluster.metadata().damage()).isEmpty();
    }

    @Test
    void stream_whoseVersionIsReaped_failsRatherThanMixVersions() throws IOException {
        client.put(BUCKET, "key", LARGE);
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            assertThat(stream.readNBytes(CHUNK + 10)).isEqualTo(Arrays.copyOf(LARGE, CHUNK + 10));
            other.put(BUCKET, "key", OTHER);
            cluster.reap();
            ByteArrayOutputStream rest = new ByteArrayOutputStream();
            assertThatThrownBy(() -> stream.transferTo(rest))
                    .isInstanceOf(ObjectChangedException.class)
                    .hasMessageContaining("object photos/key: overwritten while it was read, after ");
            int read = CHUNK + 10 + rest.size();
            assertThat(rest.toByteArray()).isEqualTo(Arrays.copyOfRange(LARGE, CHUNK + 10, read));
        }
    }

    @Test
    void stream_whoseChunksAreMovedAndReaped_isReadOn() throws IOException {
        client.put(BUCKET, "key", LARGE);
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            byte[] head = stream.readNBytes(CHUNK + 10);
            chunkRows().forEach(this::move);
            cluster.reap();
            byte[] tail = stream.readAllBytes();
            assertThat(head.length + tail.length).isEqualTo(LARGE.length);
            assertThat(tail).isEqualTo(Arrays.copyOfRange(LARGE, head.length, LARGE.length));
        }
        assertThat(client.verify(BUCKET, "key").isWhole()).isTrue();
        client.delete(BUCKET, "key");
        assertNothingIsLeft();
    }

    /** To servers it is not on. */
    private void move(ObjectMapping chunk) {
        List<ServerId> free = new ArrayList<>();
        cluster.servers().forEach(server -> free.add(server.info().id()));
        free.removeAll(chunk.live().servers());
        Placement to = new Placement(
                chunk.live().scheme(), free.subList(0, chunk.live().servers().size()));
        Remap swap = new Remap(chunk.id(), chunk.version(), RedundancyEvent.SWAP, to, cluster.nextEpoch(), "test");
        assertThat(cluster.table().remap(cluster.fence(), List.of(swap))).containsExactly(Remap.Outcome.APPLIED);
        for (int i = 0; i < to.servers().size(); i++) {
            cluster.server(chunk.live().servers().get(i))
                    .copyTo(cluster.server(to.servers().get(i)), chunk.writeId());
        }
        Migration done = new Migration(chunk.id(), chunk.version() + 1, chunk.writeId(), 99);
        assertThat(cluster.table().migrate(cluster.fence(), done)).isEqualTo(Remap.Outcome.APPLIED);
        chunk.live().servers().forEach(server -> cluster.server(server).lose(chunk.writeId()));
    }

    @Test
    void damagedChunk_isToldByItsSegment_andReported() {
        client.put(BUCKET, "key", LARGE);
        ObjectMapping second = chunkRows().get(1);
        cluster.server(second.live().servers().get(2)).lose(second.writeId());

        Verification found = client.verify(BUCKET, "key");

        assertThat(found.faults()).extracting(fault -> fault.segment()).containsExactly(4, 5, 6, 7);
        assertThat(found.isReadable()).isTrue();
        assertThat(client.get(BUCKET, "key")).isEqualTo(LARGE);
        await().untilAsserted(() -> assertThat(chunkRows().get(1).degraded()).isTrue());

        for (int i = 0; i < 5; i++) {
            cluster.server(second.live().servers().get(i)).lose(second.writeId());
        }
        assertThat(client.verify(BUCKET, "key").isReadable()).isFalse();
    }

    @Test
    void chunkThatCannotBeRead_isToldOfTheObjectTheCallerAskedFor() {
        client.put(BUCKET, "key", LARGE);
        cluster.servers().forEach(FakeFlashServer::loseAll);

        assertThatThrownBy(() -> client.get(BUCKET, "key"))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageStartingWith("object photos/key: object photos+chunks/");
    }

    @Test
    void chunkThatServersHaveNoRoomFor_isToldOfTheObjectTheCallerAskedFor() {
        InputStream thenFull = new InputStream() {
            @Override
            public int read() {
                cluster.servers().forEach(server -> server.fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL));
                return -1;
            }
        };
        InputStream bytes = new SequenceInputStream(new ByteArrayInputStream(LARGE), thenFull);

        assertThatThrownBy(() -> client.put(BUCKET, "key", ObjectSource.of(bytes), PutOptions.DEFAULT))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEVICE_FULL))
                .hasMessageStartingWith("object photos/key: object photos+chunks/");
    }

    @Test
    void copy_ofALargeObject_isOneOfItsOwn() {
        client.put(BUCKET, "key", LARGE);
        client.copy(BUCKET, "key", "copies", "copy", PutOptions.DEFAULT);
        client.delete(BUCKET, "key");
        cluster.reap();
        assertThat(client.get("copies", "copy")).isEqualTo(LARGE);
        assertThat(client.chunks("copies", "copy")).hasSize(5);
    }
}
