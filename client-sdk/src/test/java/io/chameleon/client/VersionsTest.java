package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.Components;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.VersionId;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions through the client: small objects, chunked ones, and composed ones. */
@Timeout(300)
final class VersionsTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 4 * SEGMENT;
    private static final int SMALL = SEGMENT + 7;
    private static final int CHUNKED = 2 * CHUNK + 17;

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client = newClient();
    private final Versions versions = client.versions();

    private ChameleonClient newClient() {
        return cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();
    }

    @BeforeEach
    void keepVersions() {
        client.createBucket(BUCKET);
        setVersioning("Enabled");
    }

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private void setVersioning(String value) {
        client.configureBucket(BUCKET, Map.of("versioning", value));
    }

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = RoundTripTest.bytes(length);
        bytes[0] = (byte) seed;
        return bytes;
    }

    private PutResult put(byte[] bytes) {
        return client.put(BUCKET, "key", bytes, PutOptions.DEFAULT);
    }

    private byte[] read(VersionId version) throws IOException {
        try (ObjectStream stream = versions.open(BUCKET, "key", version)) {
            return stream.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, SMALL, CHUNKED})
    void versionThatIsReplaced_isReadByItsId_andAgainTheLatestWhenTheOtherIsDeleted(int length) throws IOException {
        byte[] first = length == 0 ? new byte[0] : bytes(length, 1);
        byte[] second = bytes(length + 1, 2);
        PutResult one = put(first);
        PutResult two = put(second);
        assertThat(one.versionId()).isEqualTo(new VersionId(one.entityTag())).isNotEqualTo(two.versionId());
        assertThat(client.get(BUCKET, "key")).isEqualTo(second);
        assertThat(read(one.versionId())).isEqualTo(first);
        assertThat(read(two.versionId())).isEqualTo(second);

        VersionInfo former = versions.find(BUCKET, "key", one.versionId());
        assertThat(former.latest()).isFalse();
        assertThat(former.replaced()).isPresent();
        ObjectInfo object = former.object().orElseThrow();
        assertThat(object.key()).isEqualTo("key");
        assertThat(object.bucket()).isEqualTo(BUCKET);
        assertThat(object.versionId()).isEqualTo(one.versionId());

        Deletion deleted = versions.delete(BUCKET, "key", two.versionId());
        assertThat(deleted).isEqualTo(new Deletion(DeleteResult.DELETED, two.versionId(), false));
        assertThat(client.get(BUCKET, "key")).isEqualTo(first);
        assertThat(client.head(BUCKET, "key").versionId()).isEqualTo(one.versionId());
        assertThatThrownBy(() -> read(two.versionId())).isInstanceOf(ObjectNotFoundException.class);
    }

    @Test
    void delete_addsAMarker_whichHidesTheObjectUntilItIsDeleted() {
        PutResult one = put(bytes(SMALL, 1));
        Deletion marker = versions.delete(BUCKET, "key");
        assertThat(marker.marker()).isTrue();
        VersionId id = Optional.ofNullable(marker.version()).orElseThrow();
        assertThatThrownBy(() -> client.head(BUCKET, "key")).isInstanceOf(ObjectNotFoundException.class);
        assertThat(versions.find(BUCKET, "key").isMarker()).isTrue();
        assertThat(versions.find(BUCKET, "key").version()).isEqualTo(id);
        assertThatThrownBy(() -> read(id))
                .isInstanceOf(ObjectNotFoundException.class)
                .hasMessageContaining("delete marker");

        assertThat(versions.delete(BUCKET, "key", id)).isEqualTo(new Deletion(DeleteResult.DELETED, id, true));
        assertThat(client.head(BUCKET, "key").versionId()).isEqualTo(one.versionId());
    }

    @Test
    void delete_ofTheClientItself_addsAMarkerToo_andSaysTrue() {
        put(bytes(SMALL, 1));
        assertThat(client.delete(BUCKET, "key")).isTrue();
        assertThat(versions.find(BUCKET, "key").isMarker()).isTrue();
        assertThat(client.exists(BUCKET, "key")).isFalse();
    }

    @Test
    void deleteOfAVersion_isHeldToThatVersionsTag_andOneThatIsNotThereIsNotFound() {
        PutResult one = put(bytes(SMALL, 1));
        PutResult two = put(bytes(SMALL, 2));
        Condition ofOne = new Condition.IfMatch(WriteId.parse(one.entityTag()));
        assertThatThrownBy(() -> versions.delete(BUCKET, "key", Optional.of(two.versionId()), ofOne))
                .isInstanceOf(PreconditionFailedException.class);
        assertThat(versions.delete(BUCKET, "key", Optional.of(one.versionId()), ofOne)
                        .result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(versions.delete(BUCKET, "key", one.versionId()).result()).isEqualTo(DeleteResult.NOT_FOUND);
    }

    @Test
    void listing_hasAllVersionsOfAKey_newestFirst_inPages() {
        VersionId one = put(bytes(SMALL, 1)).versionId();
        VersionId two = put(bytes(SMALL, 2)).versionId();
        VersionId marker =
                Optional.ofNullable(versions.delete(BUCKET, "key").version()).orElseThrow();
        VersionId other =
                client.put(BUCKET, "other", new byte[1], PutOptions.DEFAULT).versionId();

        List<VersionInfo> found = new ArrayList<>();
        ListOptions options = ListOptions.ALL.withPageSize(1);
        VersionListing page = versions.list(BUCKET, options);
        found.addAll(page.versions());
        while (page.hasMore()) {
            page = versions.list(BUCKET, options.withAfter(page.nextKey()), page.nextVersion());
            found.addAll(page.versions());
        }
        assertThat(found).extracting(VersionInfo::version).containsExactly(marker, two, one, other);
        assertThat(found).extracting(VersionInfo::latest).containsExactly(true, false, false, true);
        assertThat(found).extracting(VersionInfo::isMarker).containsExactly(true, false, false, false);
        assertThat(found).extracting(VersionInfo::key).containsExactly("key", "key", "key", "other");
    }

    @Test
    void versionCalledNull_isTheOneOfATimeWithoutVersions() throws IOException {
        setVersioning("Suspended");
        byte[] bytes = bytes(SMALL, 1);
        PutResult without = put(bytes);
        assertThat(without.versioned()).isFalse();
        assertThat(without.versionId()).isEqualTo(VersionId.NULL);
        setVersioning("Enabled");
        put(bytes(SMALL, 2));
        assertThat(read(VersionId.NULL)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {3 * SEGMENT, CHUNKED})
    void readerThatBeganBefore_readsOnToItsEnd(int length) throws IOException {
        byte[] first = bytes(length, 1);
        put(first);
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            int begin = stream.read();
            put(bytes(length, 2));
            cluster.reap();
            byte[] rest = stream.readAllBytes();
            assertThat(begin).isEqualTo(first[0] & 0xFF);
            assertThat(rest).hasSize(length - 1);
        }
    }

    /** What it remembers is where the version was, and the version is there. */
    @Test
    void cachedRead_ofAVersionThatWasReplaced_readsIt() {
        byte[] first = bytes(SMALL, 1);
        put(first);
        try (ChameleonClient other = newClient()) {
            other.put(BUCKET, "key", bytes(SMALL, 2), PutOptions.DEFAULT);
        }
        cluster.reap();
        assertThat(client.get(BUCKET, "key", ReadMode.CACHED)).isEqualTo(first);
    }

    @Test
    void composedVersionThatIsReplaced_isReadByItsId_alsoByAnotherClient() throws IOException {
        UploadInfo upload = client.uploads().begin(BUCKET, "key", PutOptions.DEFAULT);
        byte[] part = bytes(CHUNKED, 1);
        PartInfo written = client.uploads().putPart(upload, 1, ObjectSource.of(part));
        PutResult composed = client.uploads().complete(upload, List.of(written), PutOptions.DEFAULT);
        assertThat(composed.versioned()).isTrue();
        put(bytes(SMALL, 2));
        try (ChameleonClient other = newClient();
                ObjectStream stream = other.versions().open(BUCKET, "key", composed.versionId())) {
            assertThat(stream.readAllBytes()).isEqualTo(part);
        }
    }

    @Test
    void versionThatIsDeleted_isChanged_forAReaderThatPinnedIt() {
        ObjectInfo pinned = versions.find(BUCKET, "key", put(bytes(CHUNKED, 1)).versionId())
                .object()
                .orElseThrow();
        put(bytes(SMALL, 2));
        versions.delete(BUCKET, "key", pinned.versionId());
        sweep();
        assertThatThrownBy(() -> {
                    try (ObjectStream stream = client.openVersion(pinned, 0, Long.MAX_VALUE)) {
                        stream.readAllBytes();
                    }
                })
                .satisfies(e ->
                        assertThat(e.getCause() == null ? e : e.getCause()).isInstanceOf(ObjectChangedException.class));
    }

    private void sweep() {
        while (cluster.table().sweepUploads(cluster.fence(), 100) > 0) {
            cluster.reap();
        }
        cluster.reap();
    }

    @Test
    void damageOfAFormerVersion_isReportedUnderTheNameThatItsRowHas() throws IOException {
        byte[] first = bytes(SEGMENT, 1);
        PutResult one = client.put(BUCKET, "key", first, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));
        put(bytes(SMALL, 2));
        ServerId lost = one.used().servers().get(0);
        cluster.server(lost).lose(WriteId.parse(one.entityTag()));
        assertThat(read(one.versionId())).isEqualTo(first);
        await().until(() -> cluster.metadata().received(MessageType.REPORT_DAMAGE) == 1);
        assertThat(cluster.metadata().damage().get(0).id())
                .isEqualTo(Components.id(BUCKET, WriteId.parse(one.entityTag())));
    }

    @Test
    void metadataOfOneVersion_isChanged_andThatOfOthersIsNot() {
        PutResult one = put(bytes(SMALL, 1));
        PutResult two = put(bytes(SMALL, 2));
        ObjectInfo changed = versions.updateMetadata(
                BUCKET,
                "key",
                one.versionId(),
                PutOptions.DEFAULT.contentType("image/png").userMetadata(Map.of("a", "b")));
        assertThat(changed.key()).isEqualTo("key");
        assertThat(changed.contentType()).isEqualTo("image/png");
        assertThat(versions.find(BUCKET, "key", one.versionId())
                        .object()
                        .orElseThrow()
                        .userMetadata())
                .isEqualTo(Map.of("a", "b"));
        assertThat(client.head(BUCKET, "key").userMetadata()).isEmpty();
        assertThat(client.head(BUCKET, "key").versionId()).isEqualTo(two.versionId());
    }
}
