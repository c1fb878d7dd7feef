package io.chameleon.metadata.rebuild;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.PostgresUploadTable;
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

/** What a rebuild makes of lists of extents: three fake servers with scripted answers, and a real database. */
class RebuildComposedTest {
    private static final RedundancyScheme REP = RedundancyScheme.parse("REP(3)");
    private static final ObjectId FILM = new ObjectId("photos", "film");
    private static final Duration GRACE = Duration.ofHours(1);
    private static final int PART = 5;

    private final ScriptedServers servers = new ScriptedServers();
    /** Lists by the writes that made them. */
    private final Map<WriteId, byte[]> lists = new HashMap<>();

    private final Database database = Database.open(PostgresForTests.migratedDatabase(), new SimpleMeterRegistry());
    private final PostgresMappingTable table = new PostgresMappingTable(database, InstantSource.system(), GRACE);
    private final PostgresUploadTable uploads = new PostgresUploadTable(database, InstantSource.system(), GRACE);

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void composedObject_comesBack_withItsList_asTheVersionItWas() {
        WriteId first = part(1);
        WriteId empty = id(2);
        ExtentList list = listOf(FILM, new Extent(first, 0, PART), new Extent(empty, 0, 0));
        WriteId version = Components.versionOf(hold(list, 3));
        part(4);

        RebuildReport report = rebuild();
        assertThat(report.unplaced()).isEmpty();
        assertThat(report.objects()).isEqualTo(1);
        assertThat(report.composed()).isEqualTo(1);
        assertThat(report.components()).as("one is of no object").isEqualTo(1);
        assertThat(report.componentBytes()).isEqualTo(PART);
        ObjectMapping row = requireNonNull(find(FILM));
        assertThat(row.content()).isEqualTo(list.content(version));
        assertThat(uploads.extents("photos", version)).isEqualTo(list.extents());
        assertThat(find(Components.id("photos", empty)))
                .as("an empty part, which no server knows")
                .isNotNull();
    }

    @Test
    void newestWrite_wins_whetherComposedOrNot() {
        ObjectId bytesLast = new ObjectId("photos", "bytes-last");
        hold(listOf(FILM, new Extent(part(1), 0, PART)), 2);
        write(FILM, 3);
        WriteId newest = hold(listOf(FILM, new Extent(part(4), 0, PART)), 5);
        hold(listOf(bytesLast, new Extent(part(6), 0, PART)), 7);
        write(bytesLast, 8);

        RebuildReport report = rebuild();
        assertThat(report.unplaced()).isEmpty();
        assertThat(find(FILM))
                .isNotNull()
                .satisfies(row -> assertThat(row.content().contentId()).isEqualTo(Components.versionOf(newest)));
        assertThat(find(bytesLast))
                .isNotNull()
                .satisfies(row -> assertThat(row.content().contentId()).isEqualTo(id(8)));
        assertThat(report.older()).isEqualTo(3);
        assertThat(report.components()).as("two parts, two lists").isEqualTo(4);
    }

    @Test
    void objectThatMissesAPart_isNamed_andNoOlderVersionTakesItsPlace() {
        write(FILM, 1);
        WriteId lost = id(2);
        hold(listOf(FILM, new Extent(part(3), 0, PART), new Extent(lost, 0, PART)), 4);
        ObjectId cut = new ObjectId("photos", "cut");
        WriteId shorter = part(5);
        hold(listOf(cut, new Extent(shorter, 1, PART)), 6);

        RebuildReport report = rebuild();
        assertThat(report.unplaced())
                .extracting(RebuildReport.Unplaced::id, RebuildReport.Unplaced::problem)
                .containsExactlyInAnyOrder(
                        tuple(FILM, "its part " + lost + " is missing, or shorter than it was"),
                        tuple(cut, "its part " + shorter + " is missing, or shorter than it was"));
        assertThat(report.objects()).isZero();
        assertThat(find(FILM)).isNull();
    }

    @Test
    void listThatCannotBeRead_namesItsObject() {
        WriteId list = hold(listOf(FILM, new Extent(part(1), 0, PART)), 2);
        lists.remove(list);
        ObjectId damaged = new ObjectId("photos", "damaged");
        WriteId other = hold(listOf(damaged, new Extent(part(3), 0, PART)), 4);
        lists.put(other, new byte[60]);

        assertThat(rebuild().unplaced())
                .extracting(RebuildReport.Unplaced::id)
                .containsExactlyInAnyOrder(FILM, damaged);
    }

    /** Whoever may write to one bucket may not name objects of another. */
    @Test
    void listOfAnotherBucket_placesNothingThere() {
        ObjectId foreign = new ObjectId("secrets", "film");
        WriteId bytes = part(1);
        ExtentList list = listOf(foreign, new Extent(bytes, 0, PART));
        WriteId id = id(2);
        hold(id, Components.id("photos", id), list);

        RebuildReport report = rebuild();
        assertThat(report.composed()).isZero();
        assertThat(find(foreign)).isNull();
        assertThat(report.unplaced()).extracting(RebuildReport.Unplaced::id).containsExactly(FILM);
    }

    /** An object of any content type may have become a component. */
    @Test
    void componentThatOnlyLooksLikeAList_isLeftAlone() {
        WriteId id = id(1);
        ObjectContent content = new ObjectContent(id, PART, 8, 7, Components.LIST_TYPE, Map.of());
        servers.hold(id, new Manifest(Components.id("photos", id), content, REP), "");
        RebuildReport report = rebuild();
        assertThat(report.unplaced()).isEmpty();
        assertThat(report.components()).isEqualTo(1);
    }

    private static WriteId id(int millis) {
        return new WriteId((long) millis << 16, millis);
    }

    private WriteId part(int millis) {
        WriteId id = id(millis);
        write(Components.id("photos", id), millis);
        return id;
    }

    private void write(ObjectId id, int millis) {
        ObjectContent content = new ObjectContent(id(millis), PART, 8, 7, "", Map.of());
        servers.hold(id(millis), new Manifest(id, content, REP), "");
    }

    private static ExtentList listOf(ObjectId object, Extent... extents) {
        return new ExtentList(object, id(99), 17, "a/b", Map.of("k", "v"), List.of(extents));
    }

    private WriteId hold(ExtentList list, int millis) {
        WriteId id = id(millis);
        hold(id, Components.id(list.object().bucket(), id), list);
        return id;
    }

    private void hold(WriteId id, ObjectId component, ExtentList list) {
        byte[] bytes = list.bytes();
        ObjectContent content = new ObjectContent(
                id, bytes.length, ObjectContent.MAX_SEGMENT_BYTES, 7, Components.LIST_TYPE, list.label());
        servers.hold(id, new Manifest(component, content, REP), "");
        lists.put(id, bytes);
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
