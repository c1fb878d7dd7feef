package io.chameleon.metadata.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.WholeObject;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.transport.client.FlashClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rebuild makes of objects that some servers name by their bucket, and others by its slice. */
class RebuildSlicesTest {
    private static final RedundancyScheme REP = RedundancyScheme.parse("REP(3)");
    private static final int BYTES = 5;
    private static final int SLICE = 5;
    private static final int ANOTHER = 6;
    private static final ObjectId LEAF = inSlice(SLICE, "leaf");
    private static final ObjectId FILM = inSlice(SLICE, "film");
    private static final ObjectId ALBUM = inSlice(SLICE, "album");
    private static final ObjectId ELSEWHERE = inSlice(ANOTHER, "leaf");
    /** A further database, with one of the slices. */
    private static final Share OF_A_SLICE = new Share(1, Set.of("photos~05")::contains, Set.of("photos"), Map.of());

    private final ScriptedServers servers = new ScriptedServers();
    /** Lists by the writes that made them. */
    private final Map<WriteId, byte[]> lists = new HashMap<>();

    private final DatabaseConfig config = PostgresForTests.migratedDatabase();
    private final Database database = Database.open(config, new SimpleMeterRegistry());

    @AfterEach
    void close() {
        database.close();
    }

    private static ObjectId inSlice(int slice, String name) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> new ObjectId("photos", name + i))
                .filter(id -> Slices.of(id) == slice)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"photos~05", "photos"})
    void objectOfTwoNames_isOne_inItsSlice_andInItsBucketWhereNoneIsSliced(String bucket) {
        WriteId first = id(1, SLICE);
        WriteId second = id(2, SLICE);
        hold(first, Slices.in(LEAF), first);
        hold(second, LEAF, second);
        hold(id(3, ANOTHER), Slices.in(LEAF), second);
        WriteId film = id(4, SLICE);
        hold(id(5, ANOTHER), Chunks.id("photos", film, 0), id(5, ANOTHER));
        Map<String, String> end = new WholeObject(FILM.key(), "", Map.of()).pairs();
        ObjectContent last = new ObjectContent(id(6, ANOTHER), BYTES, BYTES, 7, "", end);
        servers.hold(id(6, ANOTHER), new Manifest(Chunks.id("photos~05", film, 1), last, REP), "");
        WriteId part = id(7, SLICE);
        hold(part, Components.id("photos", part), part);
        WriteId list = list(ALBUM, part, id(8, SLICE), "photos~05");
        hold(id(9, ANOTHER), ELSEWHERE, id(9, ANOTHER));

        boolean sliced = Slices.isSlice(bucket);
        RebuildReport report =
                rebuild(sliced ? OF_A_SLICE : Share.ALL, RebuildOptions.DEFAULT.versions(Set.of("photos"), Set.of()));
        assertThat(report.unplaced()).isEmpty();
        assertThat(report.unfinished()).isZero();
        assertThat(report.keeping()).containsExactly("photos");
        assertThat(report.former()).isEqualTo(1);
        assertThat(text("select bucket || '/' || object_key from object_mapping where object_key <> '" + ELSEWHERE.key()
                                + "'")
                        .lines())
                .containsExactlyInAnyOrder(
                        bucket + "/" + LEAF.key(),
                        bucket + "+parts/" + first,
                        bucket + "/" + FILM.key(),
                        bucket + "+chunks/" + film + "/00000",
                        bucket + "+chunks/" + film + "/00001",
                        bucket + "/" + ALBUM.key(),
                        bucket + "+parts/" + part,
                        bucket + "+parts/" + list);
        assertThat(text("select bucket || '/' || object_key from object_version"))
                .isEqualTo(bucket + "/" + LEAF.key());
        assertThat(text("select bucket from extent_list")).isEqualTo(bucket);
        assertThat(text("select count(*) from component where refs = 1")).isEqualTo("3");
        assertThat(text("select name from bucket where settings ->> '" + Versioning.SETTING + "' is not null"))
                .isEqualTo(bucket);
        assertThat(text("select name || ' ' || objects from stored where kind = 1"))
                .isEqualTo(bucket + (sliced ? " 3" : " 4"));
    }

    /** Their client named no slice, so the service refused them. */
    @Test
    void writesThatNameAnotherSlice_wereNeverCommitted() {
        WriteId plain = id(1, ANOTHER);
        hold(plain, LEAF, plain);
        WriteId film = id(2, SLICE);
        for (int number = 0; number < 2; number++) {
            Map<String, String> pairs = new WholeObject(ELSEWHERE.key(), "", Map.of()).pairs();
            ObjectContent chunk =
                    new ObjectContent(id(3 + number, 0), BYTES, BYTES, 7, "", number == 0 ? Map.of() : pairs);
            servers.hold(id(3 + number, 0), new Manifest(Chunks.id("photos", film, number), chunk, REP), "");
        }
        WriteId part = id(5, SLICE);
        hold(part, Components.id("photos", part), part);
        WriteId read = list(ELSEWHERE, part, id(6, SLICE), "photos");
        lists.remove(list(ELSEWHERE, part, id(7, SLICE), "photos"));
        assertThat(lists).containsOnlyKeys(read);

        RebuildReport report = rebuild(OF_A_SLICE, RebuildOptions.DEFAULT);
        assertThat(report.objects()).isZero();
        assertThat(report.unplaced()).isEmpty();
        assertThat(report.unfinished()).isEqualTo(2);
        assertThat(report.components()).as("the part and two lists").isEqualTo(3);
    }

    @Test
    void whatCannotBeRead_isReportedByTheNamesOfUsers() {
        WriteId lost = id(1, SLICE);
        hold(lost, LEAF, lost);
        servers.damage(lost);
        WriteId returned = id(2, SLICE);
        hold(returned, Slices.in(FILM), returned);
        servers.moveFormer(returned, 1);

        RebuildReport report = rebuild(OF_A_SLICE, RebuildOptions.DEFAULT);
        assertThat(report.unplaced()).extracting(RebuildReport.Unplaced::id).containsExactly(LEAF);
        assertThat(report.doubtful()).containsExactly(new RebuildReport.Doubtful(FILM, returned));
    }

    @Test
    void versionsThatNoReaperTook_areOfTheWholeBucket() {
        int day = 24 * 3600 * 1000;
        for (int i = 0; i < 2; i++) {
            hold(id(1 + i, SLICE), LEAF, id(1 + i, SLICE));
            hold(id(3 + i, ANOTHER), ELSEWHERE, id(3 + i, ANOTHER));
        }
        hold(id(9 + day, SLICE), FILM, id(9 + day, SLICE));

        RebuildReport report = rebuild(allSlices(), RebuildOptions.DEFAULT);
        assertThat(report.undecided()).containsExactly(new RebuildReport.Undecided("photos", 2));
    }

    @Test
    void usersOfOneBucket_areCompared_whicheverSliceTheyWroteTo() {
        servers.hold(id(1, SLICE), manifest(LEAF, id(1, SLICE)), "alice");
        servers.hold(id(2, ANOTHER), manifest(ELSEWHERE, id(2, ANOTHER)), "mallory");
        RebuildReport.HeldBack mallorys = new RebuildReport.HeldBack("photos", "mallory", "alice", 1);

        assertThat(rebuild(allSlices(), RebuildOptions.DEFAULT).heldBack()).containsExactly(mallorys);
        PostgresForTests.execute(
                PostgresForTests.name(config),
                "insert into bucket_grant values ('photos~06', 'mallory', 1), ('photos~05', 'alice', 3)");
        assertThat(rebuild(allSlices(), RebuildOptions.DEFAULT).heldBack()).containsExactly(mallorys);
        PostgresForTests.execute(
                PostgresForTests.name(config), "update bucket_grant set access = 3 where principal = 'mallory'");
        assertThat(rebuild(allSlices(), RebuildOptions.DEFAULT).objects()).isEqualTo(2);
    }

    private static Share allSlices() {
        return new Share(0, _ -> true, Set.of("photos"), Map.of());
    }

    private static WriteId id(int millis, int slice) {
        return new WriteId((long) millis << 16 | slice, millis);
    }

    private static Manifest manifest(ObjectId id, WriteId content) {
        return new Manifest(id, new ObjectContent(content, BYTES, BYTES, 7, "", Map.of()), REP);
    }

    private void hold(WriteId write, ObjectId id, WriteId content) {
        servers.hold(write, manifest(id, content), "");
    }

    /** @param bucket as the servers name it */
    private WriteId list(ObjectId object, WriteId part, WriteId id, String bucket) {
        List<Extent> extents = List.of(new Extent(part, 0, BYTES));
        ExtentList list = new ExtentList(object, id(99, SLICE), 17, "", Map.of(), extents);
        ObjectContent content = new ObjectContent(
                id, list.bytes().length, ObjectContent.MAX_SEGMENT_BYTES, 7, Components.LIST_TYPE, list.label());
        servers.hold(id, new Manifest(Components.id(bucket, id), content, REP), "");
        lists.put(id, list.bytes());
        return id;
    }

    private RebuildReport rebuild(Share share, RebuildOptions options) {
        return Rebuild.run(
                database,
                share,
                new FlashClient(servers),
                list -> lists.get(list.writeId()),
                ScriptedServers.ALL,
                UUID.randomUUID().toString(),
                options,
                InstantSource.system(),
                RebuildProgress.NONE);
    }

    private String text(String sql) {
        return PostgresForTests.text(config, sql);
    }
}
