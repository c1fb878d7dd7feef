package io.chameleon.metadata.rebuild;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.WholeObject;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresGarbageTable;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.PostgresRemapTable;
import io.chameleon.metadata.table.PostgresUploadTable;
import io.chameleon.metadata.table.PostgresVersionTable;
import io.chameleon.transport.client.FlashClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a rebuild makes of copies that share bytes with others: three fake servers, and a real database. */
class RebuildCopiesTest {
    private static final RedundancyScheme REP = RedundancyScheme.parse("REP(3)");
    private static final ObjectId FILM = new ObjectId("photos", "film");
    private static final ObjectId COPY = new ObjectId("photos", "copy");
    private static final Duration GRACE = Duration.ofHours(1);
    private static final int BYTES = 5;

    private final ScriptedServers servers = new ScriptedServers();
    /** Lists by the writes that made them. */
    private final Map<WriteId, byte[]> lists = new HashMap<>();

    private final Database database = Database.open(PostgresForTests.migratedDatabase(), new SimpleMeterRegistry());
    private final PostgresMappingTable table = new PostgresMappingTable(database, InstantSource.system(), GRACE);
    private final PostgresUploadTable uploads = new PostgresUploadTable(database, InstantSource.system(), GRACE);
    private final PostgresGarbageTable garbage = new PostgresGarbageTable(database, InstantSource.system(), GRACE);

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void sourceAndCopy_comeBack_andShareTheBytes_untilTheLastIsDeleted() {
        ObjectContent content = write(FILM, 1);
        ExtentList ofSource = hold(ExtentList.ofShared(FILM, content), 2);
        ExtentList ofCopy = hold(listOf(COPY, content), 3);
        // The source was copied by another client at the same time.
        hold(ExtentList.ofShared(FILM, content), 4);

        RebuildReport report = rebuild();
        assertThat(report.unplaced()).isEmpty();
        assertThat(report.objects()).isEqualTo(2);
        ObjectMapping film = requireNonNull(find(FILM));
        assertThat(film.content()).isEqualTo(ofSource.content(id(1)));
        assertThat(film.writeId()).as("no fragments of its own").isNotEqualTo(id(1));
        assertThat(uploads.extents("photos", id(1))).isEqualTo(ofSource.extents());
        ObjectMapping copy = requireNonNull(find(COPY));
        assertThat(copy.content()).isEqualTo(ofCopy.content(Components.versionOf(id(3))));
        assertThat(uploads.extents("photos", copy.content().contentId())).isEqualTo(ofSource.extents());
        assertThat(bytes(film)).isNotNull().extracting(ObjectMapping::writeId).isEqualTo(id(1));

        ObjectId bytes = requireNonNull(bytes(film)).id();
        table.delete(FILM, Condition.NONE);
        sweep();
        assertThat(find(bytes)).as("the copy has them").isNotNull();
        table.delete(COPY, Condition.NONE);
        sweep();
        assertThat(find(bytes)).isNull();
        assertThat(garbage.garbage(0, 1000))
                .filteredOn(row -> row.writeId().equals(id(1)))
                .extracting(Garbage::server)
                .hasSize(3);
    }

    @Test
    void sourceThatWasDeletedOrOverwritten_leavesItsBytesToTheCopy() {
        hold(listOf(COPY, write(FILM, 1)), 2);
        ObjectId over = new ObjectId("photos", "over");
        hold(listOf(new ObjectId("photos", "another"), write(over, 3)), 4);
        write(over, 5);

        RebuildReport report = rebuild();
        assertThat(report.unplaced()).isEmpty();
        assertThat(find(FILM)).as("a rename is a copy and a delete").isNull();
        assertThat(requireNonNull(find(over)).content().contentId()).isEqualTo(id(5));
        for (ObjectId copy : List.of(COPY, new ObjectId("photos", "another"))) {
            assertThat(bytes(requireNonNull(find(copy)))).isNotNull();
        }
    }

    @Test
    void uploadWhosePartsAreThoseOfOthers_comesBack_onceTheOthersAreDeleted() {
        Extent shared = Copy.extents(write(FILM, 1)).get(0);
        ObjectContent part = new ObjectContent(id(2), BYTES, 8, 7, "", Map.of());
        servers.hold(id(2), new Manifest(Components.id("photos", id(2)), part, REP), "");
        Extent another = new Extent(id(2), 0, BYTES);
        hold(new ExtentList(COPY, id(98), 17, "c/d", Map.of(), List.of(another, shared)), 3);

        RebuildReport report = rebuild();
        assertThat(report.unplaced()).isEmpty();
        assertThat(report.objects()).as("the copied one had no list of its own").isEqualTo(1);
        ObjectMapping copy = requireNonNull(find(COPY));
        assertThat(copy.content().size()).isEqualTo(2 * BYTES);
        assertThat(uploads.extents("photos", copy.content().contentId())).containsExactly(another, shared);
        assertThat(requireNonNull(find(Components.id("photos", shared.component())))
                        .writeId())
                .isEqualTo(id(1));
    }

    @Test
    void bytesThatWereMovedUnderTheNameOfTheirComponent_areFound() {
        ObjectContent content = new ObjectContent(id(1), BYTES, 8, 7, "", Map.of());
        ObjectId component = Components.id("photos", Components.sharedBytes(id(1)));
        servers.hold(id(2), new Manifest(component, content, REP), "");
        hold(ExtentList.ofShared(FILM, content), 3);

        assertThat(rebuild().unplaced()).isEmpty();
        ObjectMapping film = requireNonNull(find(FILM));
        assertThat(film.content().contentId()).isEqualTo(id(1));
        assertThat(bytes(film)).isNotNull().extracting(ObjectMapping::writeId).isEqualTo(id(2));
    }

    @Test
    void chunkedSource_keepsItsChunks() {
        WriteId whole = id(3);
        for (int number = 0; number < 2; number++) {
            ObjectContent chunk =
                    new ObjectContent(id(1 + number), BYTES, BYTES, 7, "", number == 0 ? Map.of() : last());
            servers.hold(id(1 + number), new Manifest(Chunks.id("photos", whole, number), chunk, REP), "");
        }
        ObjectContent content = new ObjectContent(whole, 2 * BYTES, BYTES, BYTES, 7, "", Map.of());
        hold(listOf(COPY, content), 4);

        assertThat(rebuild().unplaced()).isEmpty();
        assertThat(find(FILM)).isNull();
        ObjectMapping bytes = requireNonNull(bytes(requireNonNull(find(COPY))));
        assertThat(bytes.content().chunks()).isEqualTo(2);
        assertThat(find(Chunks.id("photos", whole, 1))).isNotNull();
    }

    private static Map<String, String> last() {
        return new WholeObject(FILM.key(), "", Map.of()).pairs();
    }

    /** The bytes were moved while their version was a former one, which tells that the bucket keeps versions. */
    @Test
    void formerVersion_thatACopySharesBytesWith_comesBack() {
        ObjectContent content = write(FILM, 1);
        servers.moveFormer(id(1), 2);
        write(FILM, 2);
        hold(ExtentList.ofShared(FILM, content), 3);
        hold(listOf(COPY, content), 4);

        assertThat(rebuild().unplaced()).isEmpty();
        assertThat(requireNonNull(find(FILM)).content().contentId()).isEqualTo(id(2));
        PostgresVersionTable versions = new PostgresVersionTable(database, InstantSource.system());
        VersionId one = VersionId.of(id(1), true);
        ObjectMapping former =
                requireNonNull(requireNonNull(versions.find(FILM, one)).row());
        assertThat(bytes(former)).isEqualTo(bytes(requireNonNull(find(COPY)))).isNotNull();

        versions.delete(FILM, one, Condition.NONE);
        sweep();
        assertThat(bytes(requireNonNull(find(COPY)))).as("the copy has them").isNotNull();
    }

    @Test
    void copyOfWhatIsGone_isNamed() {
        ObjectContent content = new ObjectContent(id(1), BYTES, 8, 7, "", Map.of());
        hold(listOf(COPY, content), 2);
        assertThat(rebuild().unplaced()).extracting(RebuildReport.Unplaced::id).containsExactly(COPY);
    }

    private static WriteId id(int millis) {
        return new WriteId((long) millis << 16, millis);
    }

    private ObjectContent write(ObjectId id, int millis) {
        ObjectContent content = new ObjectContent(id(millis), BYTES, 8, 7, "a/b", Map.of("k", "v"));
        servers.hold(id(millis), new Manifest(id, content, REP), "");
        return content;
    }

    private static ExtentList listOf(ObjectId copy, ObjectContent of) {
        return new ExtentList(copy, id(99), 17, "c/d", Map.of("l", "w"), Copy.extents(of));
    }

    private ExtentList hold(ExtentList list, int millis) {
        WriteId id = id(millis);
        byte[] bytes = list.bytes();
        ObjectContent content = new ObjectContent(
                id, bytes.length, ObjectContent.MAX_SEGMENT_BYTES, 7, Components.LIST_TYPE, list.label());
        servers.hold(id, new Manifest(Components.id("photos", id), content, REP), "");
        lists.put(id, bytes);
        return list;
    }

    private void sweep() {
        PostgresRemapTable remaps = new PostgresRemapTable(database, InstantSource.system(), GRACE);
        int unused = garbage.sweepUploads(remaps.claim("test").fence(), 100);
    }

    private @Nullable ObjectMapping bytes(ObjectMapping version) {
        Extent only = requireNonNull(uploads.extents("photos", version.content().contentId()))
                .getFirst();
        return find(Components.id("photos", only.component()));
    }

    private RebuildReport rebuild() {
        return Rebuild.run(
                database,
                new FlashClient(servers),
                list -> lists.get(list.writeId()),
                ScriptedServers.ALL,
                UUID.randomUUID().toString(),
                RebuildOptions.DEFAULT,
                InstantSource.system(),
                RebuildProgress.NONE);
    }

    private @Nullable ObjectMapping find(ObjectId id) {
        return table.lookup(id).mapping();
    }
}
