package io.chameleon.metadata.rebuild;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.WholeObject;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.metadata.bucket.PostgresBucketTable;
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
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of the older writes of a key: three fake servers with scripted answers, and a real database. */
class RebuildVersionsTest {
    private static final RedundancyScheme REP = RedundancyScheme.parse("REP(3)");
    private static final ObjectId LEAF = new ObjectId("photos", "leaf");
    private static final Duration GRACE = Duration.ofHours(1);
    private static final int DAY = Math.toIntExact(Duration.ofDays(1).toMillis());
    private static final RebuildOptions KEEP = RebuildOptions.DEFAULT.versions(Set.of("photos"), Set.of());

    private final ScriptedServers servers = new ScriptedServers();
    /** Lists by the writes that made them. */
    private final Map<WriteId, byte[]> lists = new HashMap<>();

    private final Database database = Database.open(PostgresForTests.migratedDatabase(), new SimpleMeterRegistry());
    private final InstantSource clock = InstantSource.system();
    private final PostgresMappingTable table = new PostgresMappingTable(database, clock, GRACE);
    private final PostgresVersionTable versions = new PostgresVersionTable(database, clock);
    private final PostgresUploadTable uploads = new PostgresUploadTable(database, clock, GRACE);
    private final PostgresBucketTable buckets = new PostgresBucketTable(database, clock);

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void versionThatIsCurrentAgain_comesBackAsThat_thoughItMovedWhileItWasFormer() {
        WriteId write = hold(LEAF, 1);
        servers.moveFormer(write, 1);

        RebuildReport report = rebuild(RebuildOptions.DEFAULT);
        assertThat(requireNonNull(table.lookup(LEAF).mapping()).writeId()).isEqualTo(write);
        assertThat(report.doubtful()).containsExactly(new RebuildReport.Doubtful(LEAF, write));
        assertThat(report.components()).isZero();
    }

    /** What one server was told of one object is so for the bucket. */
    @Test
    void olderWrites_areFormerVersions_whereAServerTookOne() {
        WriteId first = hold(LEAF, 1);
        WriteId second = hold(LEAF, 2);
        WriteId third = hold(LEAF, 3);
        ObjectId other = new ObjectId("photos", "other");
        servers.moveFormer(hold(other, 4), 2);
        hold(other, 5);

        RebuildReport report = rebuild(RebuildOptions.DEFAULT);
        assertThat(report.keeping()).containsExactly("photos");
        assertThat(report.former()).isEqualTo(3);
        assertThat(report.formerBytes()).isEqualTo(15);
        assertThat(report.objects()).isEqualTo(2);
        assertThat(report.older()).isZero();
        assertThat(report.doubtful()).isEmpty();
        assertThat(history(LEAF)).containsExactly(third, second, first);
        assertThat(find(LEAF, third))
                .satisfies(version -> assertThat(version.latest()).isTrue());
        assertThat(find(LEAF, second)).satisfies(version -> {
            assertThat(version.modifiedMillis()).isEqualTo(2);
            assertThat(version.noncurrentMillis()).isEqualTo(3);
            assertThat(requireNonNull(version.row()).writeId()).isEqualTo(second);
            assertThat(requireNonNull(version.row()).object()).isEqualTo(LEAF);
        });
        assertThat(find(LEAF, first).noncurrentMillis()).isEqualTo(2);
    }

    @Test
    void historyThatCameBack_isOne_thatWritesAndDeletesGoOnWith() {
        WriteId first = hold(LEAF, 1);
        WriteId second = hold(LEAF, 2);
        WriteId third = hold(LEAF, 3);
        rebuildAll(KEEP);

        assertThat(versions.delete(LEAF, VersionId.of(third, true), Condition.NONE)
                        .result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(history(LEAF)).containsExactly(second, first);
        assertThat(requireNonNull(table.lookup(LEAF).mapping()).writeId()).isEqualTo(second);
        assertThat(versions.delete(LEAF, null, Condition.NONE).marker())
                .as("the bucket keeps versions again")
                .isTrue();
        assertThat(table.lookup(LEAF).mapping()).isNull();
        assertThat(sweep()).as("every version is referred to").isZero();
        assertThat(versions.delete(LEAF, VersionId.of(first, true), Condition.NONE)
                        .result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(sweep()).isEqualTo(1);
    }

    @Test
    void settingThatWasLoaded_says_thatOlderWritesAreVersions() {
        assertThat(buckets.create("photos", "alice")).isNotNull();
        assertThat(buckets.configure("photos", Map.of(Versioning.SETTING, Versioning.SUSPENDED.text())))
                .isNotNull();
        WriteId first = hold(LEAF, 1);
        WriteId second = hold(LEAF, 2);

        assertThat(rebuild(RebuildOptions.DEFAULT).former()).isEqualTo(1);
        assertThat(history(LEAF)).containsExactly(second, first);
        assertThat(bucket().settings()).containsEntry(Versioning.SETTING, Versioning.SUSPENDED.text());
        assertThat(bucket().owner()).isEqualTo("alice");
    }

    @Test
    void bucketOfNoKnownSetting_isNotToldThatItKeepsVersions_unlessSomebodySaysSo() {
        WriteId first = hold(LEAF, 1);
        hold(LEAF, 2);
        hold(new ObjectId("logs", "leaf"), 3);
        hold(new ObjectId("logs", "leaf"), 4);

        RebuildReport report = rebuild(KEEP);
        assertThat(report.keeping()).containsExactly("photos");
        assertThat(report.former()).isEqualTo(1);
        assertThat(report.older()).as("about to be deleted").isEqualTo(1);
        assertThat(history(new ObjectId("logs", "leaf"))).hasSize(1);
        assertThat(find(LEAF, first)).isNotNull();
        assertThat(bucket().settings()).containsEntry(Versioning.SETTING, Versioning.ENABLED.text());
    }

    /** The setting may be lost with the database: then these are versions, and nothing would bring them back. */
    @Test
    void versionsThatNoReaperTookForADay_needTheOperatorsWord() {
        WriteId first = hold(LEAF, 1);
        WriteId second = hold(LEAF, 2);
        hold(new ObjectId("logs", "leaf"), 3 + DAY);

        RebuildReport report = rebuild(RebuildOptions.DEFAULT);
        assertThat(report.undecided()).containsExactly(new RebuildReport.Undecided("photos", 1));
        assertThat(report.objects()).isZero();
        assertThat(table.lookup(LEAF).mapping()).isNull();

        RebuildReport dry = rebuild(
                new RebuildOptions(KEEP.lostServers(), Map.of(), false, true).versions(KEEP.keepVersions(), Set.of()));
        assertThat(dry.former()).isEqualTo(1);
        assertThat(dry.undecided()).isEmpty();
        assertThat(table.lookup(LEAF).mapping()).isNull();
        rebuildAll(KEEP);
        assertThat(history(LEAF)).containsExactly(second, first);
    }

    @Test
    void bucketThatKeptNone_getsItsNewestWritesAlone_ifTheOperatorSaysSo() {
        hold(LEAF, 1);
        WriteId second = hold(LEAF, 2);
        hold(new ObjectId("logs", "leaf"), 3 + DAY);

        RebuildReport report = rebuild(RebuildOptions.DEFAULT.versions(Set.of(), Set.of("photos")));
        assertThat(report.older()).isEqualTo(1);
        assertThat(report.former()).isZero();
        assertThat(history(LEAF)).containsExactly(second);
    }

    /** Else an old version would pass for the newest. */
    @Test
    void newestVersionThatCannotBeRead_hidesTheOthers_whichAreThereAllTheSame() {
        WriteId first = hold(LEAF, 1);
        WriteId second = hold(LEAF, 2);
        WriteId third = hold(LEAF, 3);
        servers.damage(third);

        RebuildReport report = rebuild(KEEP);
        assertThat(report.unplaced())
                .extracting(RebuildReport.Unplaced::contentId)
                .containsExactly(third);
        assertThat(report.markers()).isEqualTo(1);
        assertThat(report.former()).isEqualTo(2);
        assertThat(table.lookup(LEAF).mapping()).isNull();
        assertThat(history(LEAF)).containsExactly(third, second, first);
        assertThat(find(LEAF, third).isMarker()).isTrue();
        assertThat(versions.delete(LEAF, VersionId.of(third, true), Condition.NONE)
                        .result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(requireNonNull(table.lookup(LEAF).mapping()).writeId()).isEqualTo(second);
    }

    @Test
    void formerVersionThatCannotBeRead_isNamed_andTheOthersAreThere() {
        WriteId first = hold(LEAF, 1);
        WriteId second = hold(LEAF, 2);
        WriteId third = hold(LEAF, 3);
        servers.damage(second);

        RebuildReport report = rebuild(KEEP);
        assertThat(report.unplaced())
                .containsExactly(
                        new RebuildReport.Unplaced(LEAF, second, "too few fragments of this former version are here"));
        assertThat(history(LEAF)).containsExactly(third, first);
        assertThat(find(LEAF, first).noncurrentMillis()).isEqualTo(2);
    }

    /** A copy that an earlier build made of a former version has a component's name. */
    @Test
    void copiesOfOneContent_areOneVersion_whateverTheirNames() {
        WriteId first = hold(LEAF, 1);
        hold(LEAF, 2);
        WriteId copy = id(3);
        servers.hold(copy, new Manifest(Components.id("photos", first), content(first), REP), "");

        RebuildReport report = rebuild(KEEP);
        assertThat(report.former()).isEqualTo(1);
        assertThat(report.components()).isZero();
        assertThat(report.older()).isEqualTo(1);
        assertThat(requireNonNull(find(LEAF, first).row()).writeId()).isEqualTo(copy);
    }

    @Test
    void formerVersionsInPieces_comeBackWithThem() {
        WriteId part = id(1);
        servers.hold(part, new Manifest(Components.id("photos", part), content(part), REP), "");
        WriteId list = id(2);
        ExtentList says = new ExtentList(LEAF, id(99), 17, "a/b", Map.of(), List.of(new Extent(part, 0, 5)));
        ObjectContent described = new ObjectContent(
                list, says.bytes().length, ObjectContent.MAX_SEGMENT_BYTES, 7, Components.LIST_TYPE, says.label());
        servers.hold(list, new Manifest(Components.id("photos", list), described, REP), "");
        lists.put(list, says.bytes());
        WriteId chunked = id(3);
        chunk(chunked, 0, 8, Map.of());
        chunk(chunked, 1, 5, new WholeObject("leaf", "", Map.of()).pairs());
        WriteId newest = hold(LEAF, 20);

        RebuildReport report = rebuild(KEEP);
        WriteId composed = Components.versionOf(list);
        assertThat(report.unplaced()).isEmpty();
        assertThat(report.former()).isEqualTo(2);
        assertThat(report.chunks()).isEqualTo(2);
        assertThat(report.components()).isZero();
        assertThat(history(LEAF)).containsExactly(newest, chunked, composed);
        assertThat(uploads.extents("photos", composed)).isEqualTo(says.extents());
        assertThat(table.lookup(Chunks.id("photos", chunked, 1)).mapping()).isNotNull();
        assertThat(sweep()).isZero();
        assertThat(versions.delete(LEAF, VersionId.of(composed, true), Condition.NONE)
                        .result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(sweep()).as("the version").isEqualTo(1);
        assertThat(sweep()).as("its part and its list").isEqualTo(2);
    }

    @Test
    void bucketOfWhichTheOperatorSaysBoth_isRefused() {
        assertThatThrownBy(() -> RebuildOptions.DEFAULT.versions(Set.of("photos", "logs"), Set.of("photos")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[photos]");
    }

    private static WriteId id(int millis) {
        return new WriteId((long) millis << 16, millis);
    }

    private WriteId hold(ObjectId id, int millis) {
        WriteId write = id(millis);
        servers.hold(write, new Manifest(id, content(write), REP), "");
        return write;
    }

    private static ObjectContent content(WriteId write) {
        return new ObjectContent(write, 5, 8, 7, "", Map.of());
    }

    private void chunk(WriteId of, int number, int bytes, Map<String, String> pairs) {
        WriteId write = id(10 + number);
        ObjectContent content = new ObjectContent(write, bytes, 8, 7, "", pairs);
        servers.hold(write, new Manifest(Chunks.id("photos", of, number), content, REP), "");
    }

    private void rebuildAll(RebuildOptions options) {
        assertThat(rebuild(options).unplaced()).isEmpty();
    }

    private RebuildReport rebuild(RebuildOptions options) {
        return Rebuild.run(
                database,
                new FlashClient(servers),
                list -> lists.get(list.writeId()),
                ScriptedServers.ALL,
                UUID.randomUUID().toString(),
                options,
                clock,
                RebuildProgress.NONE);
    }

    private BucketInfo bucket() {
        return requireNonNull(buckets.find("photos"));
    }

    private ObjectVersion find(ObjectId object, WriteId version) {
        return requireNonNull(versions.find(object, VersionId.of(version, true)));
    }

    /** From the newest version on. */
    private List<WriteId> history(ObjectId object) {
        ListQuery keys = new ListQuery(object.bucket(), object.key(), "", "", 100);
        return versions.list(new VersionQuery(keys, null)).versions().stream()
                .map(RebuildVersionsTest::contentId)
                .toList();
    }

    private static WriteId contentId(ObjectVersion version) {
        @Nullable ObjectMapping row = version.row();
        return row == null ? version.id().contentId() : row.content().contentId();
    }

    /** How many components were swept, those among them to which nothing referred in all the time since the rebuild. */
    private int sweep() {
        InstantSource later = () -> clock.instant().plus(GRACE.multipliedBy(3));
        long fence =
                new PostgresRemapTable(database, clock, GRACE).claim("test").fence();
        return new PostgresGarbageTable(database, later, GRACE).sweepUploads(fence, 100);
    }
}
