package io.chameleon.metadata.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.move.FurtherBuckets;
import io.chameleon.metadata.routing.FreezeWatches;
import io.chameleon.metadata.routing.PostgresBucketDirectory;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.transport.client.FlashClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One of two databases is lost: bucket "here" is in the first, "there" in the second. */
class RebuildSharesTest {
    private static final Duration GRACE = Duration.ofHours(1);
    /** Keys of slices 5 and 6. */
    private static final String IN_5 = key(5);

    private static final String IN_6 = key(6);

    private final ScriptedServers servers = new ScriptedServers();
    private final DatabaseConfig first = newDatabase();
    private final DatabaseConfig second = newDatabase();
    private final DatabaseConfig anew = newDatabase();
    private OpenDatabases before;

    private static String key(int slice) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "k" + i)
                .filter(key -> Slices.of(new ObjectId("photos", key)) == slice)
                .findFirst()
                .orElseThrow();
    }

    private static DatabaseConfig newDatabase() {
        return PostgresForTests.migratedDatabase().withPoolSize(3);
    }

    @BeforeEach
    void fill() {
        before = open(first, second);
        PostgresBucketDirectory directory =
                new PostgresBucketDirectory(before.first(), FreezeWatches.of(before.all()), () -> 1);
        assertThat(directory.assign("there").number()).isEqualTo(1);
        new PostgresBucketTable(before.first(), InstantSource.system()).create("here", "");
        new PostgresBucketTable(before.all().get(1), InstantSource.system()).create("there", "");
        hold(1, "here");
        hold(2, "there");
    }

    @AfterEach
    void close() {
        before.close();
    }

    private OpenDatabases open(DatabaseConfig... configs) {
        return new OpenDatabases(
                List.of(configs), "", GRACE, InstantSource.system(), FurtherBuckets::new, new SimpleMeterRegistry());
    }

    private void hold(int millis, String bucket) {
        WriteId write = new WriteId((long) millis << 16, millis);
        hold(write, write, new ObjectId(bucket, "x"));
    }

    private RebuildReport rebuild(Share share) {
        try (Database database = Database.open(anew, new SimpleMeterRegistry())) {
            return Rebuild.run(
                    database,
                    share,
                    new FlashClient(servers),
                    list -> null,
                    ScriptedServers.ALL,
                    before.cluster(),
                    RebuildOptions.DEFAULT,
                    InstantSource.system(),
                    RebuildProgress.NONE);
        }
    }

    private static boolean isThere(Database database, String bucket) {
        return new PostgresMappingTable(database, InstantSource.system(), GRACE)
                        .lookup(new ObjectId(bucket, "x"))
                        .mapping()
                != null;
    }

    @Test
    void furtherDatabase_thatIsRebuilt_hasItsBucketsAlone_andTakesItsPlaceAgain() {
        RebuildReport report = rebuild(Share.of(1, before.first()));
        assertThat(report.objects()).isEqualTo(1);
        assertThat(report.namelessCount()).isZero();
        try (OpenDatabases after = open(first, anew)) {
            assertThat(isThere(after.all().get(1), "there")).isTrue();
            assertThat(isThere(after.all().get(1), "here")).isFalse();
        }
    }

    @Test
    void bucketThatMovedToADatabase_isKnownThere_onceThatIsRebuilt() {
        PostgresForTests.execute(PostgresForTests.name(first), """
                insert into bucket_move (bucket, source, target, phase, attempt, attempts, began_millis, changed_millis, beat_millis, objects,
                    problem, copied) values ('there', 0, 1, 10, 9, 0, 1, 1, 0, 1, '', 7)
                """);
        assertThatThrownBy(() -> open(first, second).close()).hasMessageContaining("bucket there moved to database 1");
        RebuildReport report = rebuild(Share.of(1, before.first()));
        assertThat(report.objects()).isEqualTo(1);
        assertThatCode(() -> open(first, anew).close()).doesNotThrowAnyException();
    }

    @Test
    void firstDatabase_thatIsRebuilt_hasWhatNoOtherHas_andLearnsWhereThatIs() {
        RebuildReport report = rebuild(Share.ofTheFirst(List.of(before.all().get(1))));
        assertThat(report.objects()).isEqualTo(1);
        try (OpenDatabases after = open(anew, second)) {
            assertThat(isThere(after.first(), "here")).isTrue();
            assertThat(isThere(after.first(), "there")).isFalse();
            FreezeWatches frozen = FreezeWatches.of(after.all());
            PostgresBucketDirectory directory = new PostgresBucketDirectory(after.first(), frozen, () -> 0);
            assertThat(directory.find("there").number()).isEqualTo(1);
            assertThat(directory.assign("here").number()).isZero();
        }
    }

    /** Of bucket "photos" slice 5 is in the second database, with an object that was repaired since it was written. */
    private void fillSlices() {
        PostgresForTests.execute(
                PostgresForTests.name(first),
                "insert into bucket_database values ('photos', 0, true), ('photos~05', 1, false), ('photos~06', 0, false)");
        PostgresForTests.execute(
                PostgresForTests.name(second),
                "insert into bucket (name, owner, created_millis) values ('photos~05', '', 1)");
        hold(slice(5, 3), slice(5, 3), new ObjectId("photos", IN_5));
        hold(slice(5, 4), slice(5, 4), new ObjectId("photos", IN_5));
        hold(slice(0, 5), slice(5, 4), new ObjectId("photos~05", IN_5));
        hold(slice(6, 6), slice(6, 6), new ObjectId("photos", IN_6));
    }

    private static WriteId slice(int slice, int millis) {
        return new WriteId((long) millis << 16 | slice, millis);
    }

    private void hold(WriteId write, WriteId contentId, ObjectId id) {
        ObjectContent content = new ObjectContent(contentId, 5, 8, 7, "", Map.of());
        servers.hold(write, new Manifest(id, content, RedundancyScheme.parse("REP(3)")), "");
    }

    private static String objects(DatabaseConfig config) {
        return PostgresForTests.text(
                config, "select bucket || '/' || object_key from object_mapping order by object_key");
    }

    @Test
    void furtherDatabase_thatIsRebuilt_hasItsSliceAlone() {
        fillSlices();
        RebuildReport report = rebuild(Share.of(1, before.first()));
        assertThat(report.older()).isEqualTo(2);
        assertThat(objects(anew).lines()).containsExactlyInAnyOrder("photos~05/" + IN_5, "there/x");
        assertThatCode(() -> open(first, anew).close()).doesNotThrowAnyException();
    }

    @Test
    void firstDatabase_thatIsRebuilt_hasTheOtherSlices_andLearnsThatTheBucketIsSliced() {
        fillSlices();
        RebuildReport report = rebuild(Share.ofTheFirst(List.of(before.all().get(1))));
        assertThat(report.objects()).isEqualTo(2);
        assertThat(objects(anew).lines()).containsExactlyInAnyOrder("photos~06/" + IN_6, "here/x");
        open(anew, second).close();
        assertThat(PostgresForTests.text(
                                anew,
                                "select bucket || ' ' || number || ' ' || sliced from bucket_database order by bucket")
                        .lines())
                .containsExactly("photos 0 true", "photos~05 1 false", "there 1 false");
    }
}
