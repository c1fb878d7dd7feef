package io.chameleon.metadata.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.database.FurtherCheck;
import io.chameleon.metadata.routing.SeveralDatabases;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.Samples;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases that are restored from backups of before a bucket moved, when they come into use. */
class RestoredDatabasesTest {
    private static final int COUNT = 3;
    private static final InstantSource CLOCK = InstantSource.system();

    private static final String BACK_UP = """
            create schema if not exists backup;
            do $$ declare of text; begin
                for of in select tablename from pg_tables where schemaname = 'public'
                        and tablename not in ('flyway_schema_history', 'cluster') loop
                    execute format('drop table if exists backup.%1$I; create table backup.%1$I as table public.%1$I', of);
                end loop;
            end $$
            """;

    private static final String RESTORE = """
            set session_replication_role = replica;
            do $$ declare of text; names text; begin
                for of, names in select table_name, string_agg(quote_ident(column_name), ', ')
                        from information_schema.columns join pg_tables on schemaname = 'backup' and tablename = table_name
                        where table_schema = 'public' and is_generated = 'NEVER' group by table_name loop
                    execute format('delete from public.%1$I; insert into public.%1$I (%2$s) overriding system value'
                        ' select %2$s from backup.%1$I', of, names);
                end loop;
            end $$
            """;

    /** What is counted of them is right. */
    private static final String IS_COUNTED = """
            select (select count(*) from object_mapping) = (select coalesce(sum(objects), 0) from stored where kind = 3)
            """;

    private static SeveralDatabases several;

    private Moves moves;

    @BeforeAll
    static void open() {
        several = new SeveralDatabases(COUNT);
    }

    @AfterAll
    static void close() {
        several.close();
    }

    @BeforeEach
    void empty() {
        several.empty();
        moves = new Moves(several.databases, CLOCK);
    }

    private static void execute(int number, String sql) {
        PostgresForTests.execute(PostgresForTests.name(several.configs.get(number)), sql);
    }

    private static PostgresMappingTable table(int number) {
        return new PostgresMappingTable(several.databases.get(number), CLOCK, Duration.ofHours(1));
    }

    private static void put(int number, ObjectId id) {
        assertThat(table(number).commit(List.of(Samples.write(id)))).hasSize(1);
    }

    /** Two buckets, each with an object. */
    private static void fill(int home) {
        several.put(home, "ants", "bees");
        for (String bucket : List.of("ants", "bees")) {
            new PostgresBucketTable(several.databases.get(home), CLOCK).create(bucket, "");
            put(home, new ObjectId(bucket, "cat"));
        }
    }

    private void move(int source, int target) {
        move("bees", source, target);
    }

    private void move(String bucket, int source, int target) {
        assertThat(moves.orders.begin(bucket, source, target).target()).isEqualTo(target);
        moves.finish();
    }

    private static Connection connect(int number) throws SQLException {
        return several.databases.get(number).unlimited().getConnection();
    }

    /** What each further database goes through. */
    private static void start(FurtherCheck.Peers peers) throws SQLException {
        FurtherBuckets buckets = new FurtherBuckets(several.databases.getFirst(), COUNT, peers);
        for (int number = 1; number < COUNT; number++) {
            try (Connection connection = connect(number)) {
                buckets.require(number, connection);
            }
        }
    }

    private static String objects(int number) {
        return PostgresForTests.text(
                several.configs.get(number), "select bucket || '/' || object_key from object_mapping order by 1");
    }

    private static Map<Integer, String> allObjects() {
        Map<Integer, String> all = new TreeMap<>();
        IntStream.range(0, COUNT).forEach(number -> all.put(number, objects(number)));
        return all;
    }

    /** Where a bucket moves from its home, which databases are restored to before which move, and why it is refused. */
    private enum Restored {
        SOURCE(1, List.of(2), 0, List.of(1), ""),
        SOURCE_OF_A_MOVE_TO_THE_FIRST(1, List.of(0), 0, List.of(1), ""),
        SOURCE_OF_TWO_MOVES_AGO(1, List.of(2, 0), 0, List.of(1), ""),
        TARGET_THAT_WAS_LEFT_AGAIN(1, List.of(2, 1), 1, List.of(2), ""),
        TARGET(1, List.of(2), 0, List.of(2), "bucket bees moved to database 2, which does not know of that"),
        HOME_OF_A_BUCKET_THAT_WAS_AWAY(1, List.of(2, 1), 0, List.of(1), "bucket bees moved to database 1, which does"),
        BOTH(1, List.of(2), 0, List.of(1, 2), "bees has objects in database 1, .* database 2 does not know of that"),
        FIRST(1, List.of(2), 0, List.of(0), "bees has objects in database 2, .* no record of a move proves that"),
        FIRST_AND_SOURCE(1, List.of(2), 0, List.of(0, 1), "bees has objects in database 2, .* no record of a move"),
        FIRST_AS_SOURCE(0, List.of(1), 0, List.of(0), "bees has objects in database 1, .* no record of a move"),
        FIRST_OF_TWO_MOVES(1, List.of(2, 1), 1, List.of(0), "bees has objects in database 1, .* by a later move"),
        FIRST_WHICH_SAYS_WHERE_IT_WAS(
                2, List.of(1, 2), 1, List.of(0), "bees moved to database 1, which it has left since"),
        FIRST_AND_TARGET(1, List.of(2, 1), 1, List.of(0, 2), "bees has objects in database 1, .* by a later move");

        private final int home;
        private final List<Integer> path;
        private final int backedUp;
        private final List<Integer> restored;
        private final String refused;

        Restored(int home, List<Integer> path, int backedUp, List<Integer> restored, String refused) {
            this.home = home;
            this.path = path;
            this.backedUp = backedUp;
            this.restored = restored;
            this.refused = refused;
        }
    }

    private void moveAndRestore(Restored restored) {
        fill(restored.home);
        int at = restored.home;
        for (int i = 0; i < restored.path.size(); i++) {
            if (i == restored.backedUp) {
                restored.restored.forEach(number -> execute(number, BACK_UP));
            }
            move(at, restored.path.get(i));
            at = restored.path.get(i);
        }
        restored.restored.forEach(number -> execute(number, RESTORE));
    }

    @ParameterizedTest
    @EnumSource
    void bucketThatMoved_isWhereItMoved_orIsRefused_andNothingIsChanged(Restored restored) throws SQLException {
        moveAndRestore(restored);
        Map<Integer, String> before = allObjects();
        if (!restored.refused.isEmpty()) {
            assertThatThrownBy(() -> start(RestoredDatabasesTest::connect))
                    .isInstanceOf(IllegalStateException.class)
                    .message()
                    .hasLineCount(1)
                    .containsPattern(restored.refused);
            assertThat(allObjects()).isEqualTo(before);
            return;
        }
        for (int process = 0; process < 2; process++) {
            start(RestoredDatabasesTest::connect);
        }
        int there = restored.path.getLast();
        int left = restored.restored.getFirst();
        assertThat(objects(there)).contains("bees/cat");
        put(there, new ObjectId("bees", "dog"));
        assertThat(objects(left)).doesNotContain("bees");
        assertThatThrownBy(() -> put(left, new ObjectId("bees", "dog")))
                .as("of a process that slept since before the move")
                .isInstanceOf(ChameleonError.class);
        assertThat(PostgresForTests.text(several.configs.get(left), "select bucket from frozen_bucket where has_left"))
                .isEqualTo("bees");
        assertThat(PostgresForTests.text(several.configs.get(left), IS_COUNTED)).isEqualTo("t");
        assertThat(allObjects().values())
                .filteredOn(all -> all.contains("ants/cat"))
                .hasSize(1);
    }

    @Test
    void bucketOfARestoredSource_waitsForAnyDatabaseThatDoesNotAnswer() {
        moveAndRestore(Restored.SOURCE);
        Map<Integer, String> before = allObjects();
        for (int away = 0; away < COUNT; away += 2) {
            int number = away;
            assertThatThrownBy(() -> start(asked -> {
                        if (asked == number) {
                            throw new SQLException("refused");
                        }
                        return connect(asked);
                    }))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                    .hasMessageContaining("database " + away + " does not answer");
        }
        assertThat(allObjects()).isEqualTo(before);
    }

    @Test
    void bucketsOfARestoredSource_areLetGoByOneQuestionToEachOther() throws SQLException {
        fill(1);
        execute(1, BACK_UP);
        move("ants", 1, 0);
        move("bees", 1, 2);
        execute(1, RESTORE);
        List<Integer> asked = new ArrayList<>();
        start(number -> {
            asked.add(number);
            return connect(number);
        });
        assertThat(asked).containsExactlyInAnyOrder(0, 2);
        assertThat(allObjects()).containsExactlyInAnyOrderEntriesOf(Map.of(0, "ants/cat", 1, "", 2, "bees/cat"));
    }

    /** It may be the one by which the bucket came back. */
    @Test
    void bucketOfARestoredSource_isRefused_ifAnyDatabaseKnowsOfALaterMoveThanTheFirst() {
        moveAndRestore(Restored.SOURCE);
        execute(2, "insert into moved_bucket (name, attempt) select 'wasps', max(attempt) + 1 from moved_bucket");
        execute(0, "update bucket_move set attempt = copied");
        assertThatThrownBy(() -> start(RestoredDatabasesTest::connect))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("bucket bees has objects in database 1")
                .hasMessageContaining("another database knows of later moves");
        assertThat(objects(1)).contains("bees/cat");
    }

    /** Another process has taken the restored database into use meanwhile, and the bucket has moved there again. */
    @Test
    void bucketThatIsBack_whileTheOthersAreAsked_isNotDeleted() throws SQLException {
        moveAndRestore(Restored.SOURCE_OF_A_MOVE_TO_THE_FIRST);
        AtomicBoolean isBack = new AtomicBoolean();
        Throwable late = catchThrowable(() -> start(asked -> {
            if (asked == 2 && !isBack.getAndSet(true)) {
                start(RestoredDatabasesTest::connect);
                move(0, 1);
            }
            return connect(asked);
        }));
        assertThat(objects(1)).contains("bees/cat");
        assertThat(late)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        put(1, new ObjectId("bees", "dog"));
        start(RestoredDatabasesTest::connect);
        assertThat(objects(1)).contains("bees/cat");
    }

    @Test
    void moveThatIsOpen_whenItsSourceIsRestored_ends() throws SQLException {
        fill(1);
        execute(1, BACK_UP);
        assertThat(moves.orders.begin("bees", 1, 2).source()).isEqualTo(1);
        moves.carryOut(moves.records.claim().orElseThrow());
        execute(1, RESTORE);
        start(RestoredDatabasesTest::connect);
        moves.finish();
        assertThat(moves.orders.isOpen()).isFalse();
        assertThat(objects(1)).isEqualTo("ants/cat");
        put(2, new ObjectId("bees", "dog"));
    }

    @Test
    void bucketThatIsDeletedAfterItMoved_isNotMissedThere() {
        fill(1);
        move(1, 2);
        execute(2, "delete from object_mapping where bucket = 'bees'; delete from bucket where name = 'bees'");
        assertThatCode(() -> start(RestoredDatabasesTest::connect)).doesNotThrowAnyException();
    }

    private static String directory() {
        return PostgresForTests.text(
                several.configs.getFirst(),
                "select bucket || ' ' || number || ' ' || sliced from bucket_database order by 1");
    }

    @Test
    void sliceThatTheFirstDatabaseDoesNotKnow_saysThatItsBucketIsSliced() throws SQLException {
        put(1, new ObjectId("bees~01", "cat"));
        put(2, new ObjectId("bees~02", "dog"));
        put(2, new ObjectId("wasps", "cat"));
        for (int process = 0; process < 2; process++) {
            start(RestoredDatabasesTest::connect);
            assertThat(directory().lines())
                    .containsExactly("bees 0 true", "bees~01 1 false", "bees~02 2 false", "wasps 2 false");
        }
    }

    /** Also if a database with slices of it alone comes first. */
    @Test
    void rowOfASlicedBucket_thatTheFirstDatabaseDoesNotKnow_isWhereItIs() throws SQLException {
        put(1, new ObjectId("bees~01", "cat"));
        execute(
                2,
                "insert into bucket (name, owner, created_millis, settings) values ('bees', '', 1, '{\"slices\": \"16\"}')");
        for (int process = 0; process < 2; process++) {
            start(RestoredDatabasesTest::connect);
            assertThat(directory().lines()).containsExactly("bees 2 true", "bees~01 1 false");
        }
    }

    /** A process of an earlier build stores every setting, and slices nothing. */
    @Test
    void bucketWithTheSettingOfASlicedOne_thatHasObjectsOfItsOwn_isNotSliced() throws SQLException {
        several.put(1, "ants");
        put(1, new ObjectId("ants", "cat"));
        put(1, new ObjectId("bees", "cat"));
        execute(1, "update bucket set settings = '{\"slices\": \"16\"}'");

        start(RestoredDatabasesTest::connect);

        assertThat(directory().lines()).containsExactly("ants 1 false", "bees 1 false");
    }

    @Test
    void sliceOfABucket_thatTheFirstDatabaseHasWhole_isRefused() {
        several.put(0, "bees");
        put(1, new ObjectId("bees~01", "cat"));
        assertThatThrownBy(() -> start(RestoredDatabasesTest::connect))
                .isInstanceOf(IllegalStateException.class)
                .message()
                .hasLineCount(1)
                .contains("database 1 has slices of bucket bees, which the first database does not have in slices");
        assertThat(directory()).isEqualTo("bees 0 false");
    }
}
