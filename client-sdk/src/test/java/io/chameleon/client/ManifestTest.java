package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Chunks;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.WholeObject;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.PutFragmentRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the manifests of writes are stored, and what they cost. */
@Timeout(300)
final class ManifestTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 4 * SEGMENT;
    private static final Map<String, String> PAIRS = Map.of("colour", "red", "key", "value");
    private static final PutOptions EC = options(RedundancyPolicy.EC);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static PutOptions options(RedundancyPolicy policy) {
        return PutOptions.DEFAULT.policy(policy).contentType("image/png").userMetadata(PAIRS);
    }

    private long sent() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.PUT_MANIFEST))
                .sum();
    }

    private static int carriers(RedundancyScheme scheme) {
        return scheme.parityFragments() + 1;
    }

    private List<ObjectMapping> chunkRows() {
        return cluster.table()
                .list(new ListQuery(Chunks.bucket(BUCKET), "", "", "", 1000))
                .objects();
    }

    /** Index 0 and the parity servers hold what the mapping table says; no other server holds a manifest. */
    private void assertNamed(ObjectMapping row) {
        for (FakeFlashServer server : cluster.servers()) {
            int index = row.live().servers().indexOf(server.info().id());
            boolean carries = index == 0 || index >= row.live().scheme().dataFragments();
            assertThat(server.manifests().get(row.writeId()))
                    .as("manifest of %s at index %d", row.id(), index)
                    .isEqualTo(carries ? Manifest.of(row) : null);
        }
    }

    static Stream<Arguments> smallObjects() {
        return Stream.of(1, 4_096, 4_097, 9_000, SEGMENT, SEGMENT + 1, 2 * SEGMENT, 3 * SEGMENT + 100, CHUNK)
                .flatMap(size -> Stream.of(RedundancyPolicy.values()).map(policy -> Arguments.of(size, policy)));
    }

    @ParameterizedTest
    @MethodSource("smallObjects")
    void manifestOfAnObjectWhoseEndIsKnown_goesWithItsLastFragments(
            int size, RedundancyPolicy policy, @TempDir Path directory) throws IOException {
        byte[] bytes = RoundTripTest.bytes(size);
        PutOptions options = options(policy);
        client.put(BUCKET, "array", bytes, options);
        client.put(BUCKET, "known", ObjectSource.of(new ByteArrayInputStream(bytes), size), options);
        client.copy(BUCKET, "array", BUCKET, "copy", PutOptions.DEFAULT.policy(policy));

        for (String key : List.of("array", "known", "copy")) {
            assertNamed(cluster.row(key));
            assertThat(cluster.row(key).content().userMetadata()).isEqualTo(PAIRS);
        }
        assertThat(sent()).as("requests for manifests alone").isZero();

        Path file = Files.write(directory.resolve("file"), bytes);
        client.put(BUCKET, "stream", ObjectSource.of(new ByteArrayInputStream(bytes)), options);
        client.put(BUCKET, "file", ObjectSource.of(file), options);

        assertNamed(cluster.row("stream"));
        assertNamed(cluster.row("file"));
        int carriers = carriers(cluster.row("file").live().scheme());
        assertThat(sent())
                .as("whether a full segment is the last, only the end of the stream tells")
                .isEqualTo(size % SEGMENT == 0 ? 2 * carriers : 0);
    }

    @Test
    void emptyObject_hasNone() {
        client.put(BUCKET, "key", new byte[0], EC);
        client.put(BUCKET, "key", ObjectSource.of(new ByteArrayInputStream(new byte[0])), EC);

        assertThat(cluster.servers()).allMatch(server -> server.manifests().isEmpty());
        assertThat(sent()).isZero();
    }

    @Test
    void serverThatReplacesAnother_getsTheManifestInItsPlace() {
        client.put(BUCKET, "key", RoundTripTest.bytes(9_000), EC);
        cluster.server(cluster.row("key").live().servers().get(4))
                .fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);

        assertThat(client.put(BUCKET, "key", RoundTripTest.bytes(9_001)).degraded())
                .isFalse();

        assertNamed(cluster.row("key"));
        assertThat(sent()).isZero();
    }

    @Test
    void carrierThatFailsItsManifest_countsAsMissing_alsoWhereItsFragmentsAre() {
        byte[] bytes = RoundTripTest.bytes(2 * SEGMENT);
        client.put(BUCKET, "key", bytes, EC);
        FakeFlashServer failing =
                cluster.server(cluster.row("key").live().servers().get(5));
        failing.fail(MessageType.PUT_MANIFEST, ErrorCode.UNAVAILABLE);

        PutResult written = client.put(BUCKET, "key", ObjectSource.of(new ByteArrayInputStream(bytes)), EC);

        assertThat(written.degraded()).isTrue();
        assertThat(failing.received(MessageType.PUT_MANIFEST))
                .as("tries of what nobody else can keep")
                .isEqualTo(3);
        ObjectMapping row = cluster.row("key");
        assertThat(row.degraded()).isTrue();
        assertThat(failing.count(row.writeId())).isEqualTo(2);
        for (int index : new int[] {0, 4}) {
            assertThat(cluster.server(row.live().servers().get(index)).manifests())
                    .containsEntry(row.writeId(), Manifest.of(row));
        }
        assertThat(client.get(BUCKET, "key")).isEqualTo(bytes);
    }

    @Test
    void carrierThatLostTheFragmentsMeanwhile_countsAsMissing() {
        byte[] bytes = RoundTripTest.bytes(2 * SEGMENT);
        client.put(BUCKET, "key", bytes, EC);
        FakeFlashServer swapped =
                cluster.server(cluster.row("key").live().servers().get(0));
        swapped.beforeNext(MessageType.PUT_MANIFEST, any -> true, () -> {
            swapped.loseAll();
            return CompletableFuture.completedFuture(null);
        });

        assertThat(client.put(BUCKET, "key", ObjectSource.of(new ByteArrayInputStream(bytes)), EC)
                        .degraded())
                .isTrue();
        assertThat(client.get(BUCKET, "key")).isEqualTo(bytes);
    }

    /** One fragment is missing already, one more is lost with its manifest: that is below the quorum. */
    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void tooManyFragmentsWithoutTheirManifest_failTheWrite_andNothingIsCommitted(RedundancyPolicy policy) {
        byte[] bytes = RoundTripTest.bytes(2 * SEGMENT);
        client.put(BUCKET, "key", bytes, options(policy));
        ObjectMapping before = cluster.row("key");
        int fragments = cluster.fragments();
        cluster.server(before.live().servers().get(1))
                .fail(
                        MessageType.PUT_FRAGMENT,
                        ErrorCode.DEVICE_FULL,
                        request ->
                                request.header(PutFragmentRequest.class).getId().getSegment() == 1);
        cluster.server(before.live().servers().get(0)).fail(MessageType.PUT_MANIFEST, ErrorCode.DEVICE_FULL);

        assertThatThrownBy(() ->
                        client.put(BUCKET, "key", ObjectSource.of(new ByteArrayInputStream(bytes)), options(policy)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("fragments can be stored")
                .hasMessageContaining(before.live().servers().get(0) + "=DEVICE_FULL (told to fail)");

        assertThat(cluster.metadata().received(MessageType.COMMIT)).isEqualTo(1);
        assertThat(cluster.row("key")).isEqualTo(before);
        await("fragments discarded")
                .untilAsserted(() -> assertThat(cluster.fragments()).isEqualTo(fragments));
        assertThat(client.get(BUCKET, "key")).isEqualTo(bytes);
    }

    @Test
    void carrierThatIsOverloadedForAMoment_getsItsManifest() {
        AtomicInteger refusals = new AtomicInteger(4);
        cluster.servers()
                .forEach(server -> server.fail(
                        MessageType.PUT_MANIFEST, ErrorCode.OVERLOADED, any -> refusals.getAndDecrement() > 0));

        PutResult written = client.put(BUCKET, "key", ObjectSource.of(new ByteArrayInputStream(new byte[SEGMENT])), EC);

        assertThat(written.degraded()).isFalse();
        assertNamed(cluster.row("key"));
    }

    static Stream<Arguments> largeObjects() {
        return Stream.of(CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1, 3 * CHUNK + 2 * SEGMENT)
                .flatMap(size -> Stream.of(RedundancyPolicy.values()).map(policy -> Arguments.of(size, policy)));
    }

    @ParameterizedTest
    @MethodSource("largeObjects")
    void chunksAreNamedAsSuch_andTheLastTellsOfTheWhole(int size, RedundancyPolicy policy) {
        byte[] bytes = RoundTripTest.bytes(size);
        int chunks = (size + CHUNK - 1) / CHUNK;
        PutOptions options = options(policy);

        client.put(BUCKET, "array", bytes, options);
        assertChunks("array", chunks);
        int carriers = carriers(cluster.row("array").live().scheme());
        assertThat(sent()).as("the last chunk's goes with its fragments").isEqualTo((chunks - 1L) * carriers);
        client.delete(BUCKET, "array");

        long before = sent();
        client.put(BUCKET, "stream", ObjectSource.of(new ByteArrayInputStream(bytes)), options);
        assertChunks("stream", chunks);
        int alone = size % SEGMENT == 0 ? chunks : chunks - 1;
        assertThat(sent() - before).isEqualTo((long) alone * carriers);
        assertThat(client.get(BUCKET, "stream")).isEqualTo(bytes);
        assertThat(client.head(BUCKET, "stream").userMetadata()).isEqualTo(PAIRS);
    }

    private void assertChunks(String key, int count) {
        List<ObjectMapping> rows = chunkRows();
        assertThat(rows).hasSize(count);
        for (int number = 0; number < count; number++) {
            ObjectMapping row = rows.get(number);
            assertNamed(row);
            WholeObject whole = new WholeObject(key, "image/png", PAIRS);
            assertThat(WholeObject.of(row.content()))
                    .as("what chunk %d of %d tells", number, count)
                    .isEqualTo(number == count - 1 ? Optional.of(whole) : Optional.<WholeObject>empty());
        }
        assertThat(cluster.servers())
                .as("the object itself has no fragments")
                .noneMatch(server ->
                        server.manifests().containsKey(cluster.row(key).writeId()));
    }

    @Test
    void largeObject_oneOfWhoseChunksCannotBeNamed_leavesNothing() {
        AtomicInteger taken = new AtomicInteger(6);
        cluster.servers()
                .forEach(server -> server.fail(
                        MessageType.PUT_MANIFEST, ErrorCode.DEVICE_FULL, any -> taken.getAndDecrement() <= 0));

        assertThatThrownBy(() -> client.put(BUCKET, "key", RoundTripTest.bytes(4 * CHUNK), EC))
                .isInstanceOf(UnavailableException.class);

        assertThat(cluster.metadata().received(MessageType.COMMIT))
                .as("two chunks")
                .isEqualTo(2);
        assertThat(chunkRows()).isEmpty();
        cluster.reap();
        await("fragments deleted")
                .untilAsserted(() -> assertThat(cluster.fragments()).isZero());
    }

    /** The last segment is known to be the last, but the whole object is verified only after it. */
    @Test
    void copyOfAnObjectThatIsNotWhatWasWritten_isNotCommitted() {
        client.put(BUCKET, "key", RoundTripTest.bytes(39_000), EC);
        cluster.servers().forEach(FakeFlashServer::forgeAll);

        assertThatThrownBy(() -> client.copy(BUCKET, "key", BUCKET, "copy", EC)).isInstanceOf(ChameleonException.class);

        assertThat(cluster.metadata().received(MessageType.COMMIT)).isEqualTo(1);
    }
}
