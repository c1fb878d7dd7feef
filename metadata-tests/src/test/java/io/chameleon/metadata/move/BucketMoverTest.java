package io.chameleon.metadata.move;

import static io.chameleon.metadata.table.Samples.SIX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMove.Phase;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.routing.Databases;
import io.chameleon.metadata.routing.FreezeWatches;
import io.chameleon.metadata.routing.PostgresBucketDirectory;
import io.chameleon.metadata.routing.SeveralDatabases;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.statement.FrozenBuckets;
import io.chameleon.metadata.statement.LargeRows;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.table.PostgresForTests;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a move takes along, what it refuses meanwhile, and what happens if it is interrupted anywhere. */
class BucketMoverTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ObjectId CAT = new ObjectId("bees", "cat");
    private static final ServerId ONE = new ServerId("flash-1");
    private static final ServerId ELSEWHERE = new ServerId("flash-12");
    private static final Placement SWAPPED = new Placement(
            SIX.scheme(),
            Stream.concat(SIX.servers().subList(0, 5).stream(), Stream.of(ELSEWHERE))
                    .toList());

    /** All tables that say which bucket a row is of, but those of the move itself. */
    private static final String TABLES = """
            select table_name from information_schema.columns where table_schema = 'public' and column_name = 'bucket'
            and table_name not in ('frozen_bucket', 'bucket_move', 'bucket_database', 'balancer_plan_remap', 'server_object',
                'server_object_check') order by 1
            """;

    /** Rows without what is a database's own. */
    private static final String ROWS = """
            select coalesce(string_agg(r, chr(10) order by r), '') from (
                select cast(to_jsonb(t) - 'id' as text) as r from %1$s t where %2$s) rows
            """;

    private static SeveralDatabases several;

    private final ManualClock clock = new ManualClock();
    private final WriteIds writeIds = new WriteIds(clock, new SplittableRandom(1));
    private Moves moves;
    private Tables tables;

    @BeforeAll
    static void open() {
        several = new SeveralDatabases(3);
    }

    @AfterAll
    static void close() {
        several.close();
    }

    @BeforeEach
    void empty() {
        several.empty();
        several.put(1, "bees", "ants");
        moves = new Moves(several.databases, clock);
        tables = process();
        tables.buckets().create("bees", "alice");
        tables.buckets().create("ants", "alice");
    }

    /** The ports of a process that remembers nothing. */
    private Tables process() {
        Databases routes = several.routes(several.tables(clock, GRACE), moves.watches());
        return several.ports(clock, routes, moves.orders::generation);
    }

    private Commit write(ObjectId id, Condition condition) {
        ObjectContent content = new ObjectContent(writeIds.next(), 36_000, 16_384, 1, "", Map.of());
        return new Commit(id, content, SIX, List.of(), condition);
    }

    private CommitResult commit(Commit commit) {
        return tables.mapping().commit(List.of(commit)).getFirst();
    }

    private ObjectMapping put(ObjectId id) {
        CommitResult done = commit(write(id, Condition.NONE));
        assertThat(done.status()).isEqualTo(CommitResult.Status.COMMITTED);
        return Objects.requireNonNull(done.current());
    }

    private ObjectMapping row(ObjectId id) {
        return Objects.requireNonNull(tables.mapping().lookup(id).mapping());
    }

    private BucketMove begin(int target) {
        return moves.orders.begin("bees", 1, target);
    }

    private ClaimedMove claim() {
        return moves.records.claim().orElseThrow();
    }

    private void move(int target) {
        begin(target);
        moves.finish();
    }

    /** Something in every table that has rows of buckets. */
    private void fill() {
        for (int i = 0; i < 20; i++) {
            put(new ObjectId("bees", "k" + i));
            put(new ObjectId("ants", "k" + i));
        }
        put(new ObjectId("bees", "k1"));
        put(new ObjectId("ants", "k1"));
        tables.mapping().delete(new ObjectId("bees", "k2"), Condition.NONE);
        ObjectMapping damaged = row(new ObjectId("bees", "k3"));
        tables.mapping().reportDamage(new Damage(damaged.id(), damaged.writeId(), List.of(0)));
        long fence = tables.remaps().claim("b").fence();
        ObjectMapping swapped = row(new ObjectId("bees", "k4"));
        assertThat(tables.remaps()
                        .remap(
                                fence,
                                List.of(new Remap(
                                        swapped.id(), swapped.version(), RedundancyEvent.SWAP, SWAPPED, 1, "test"))))
                .containsExactly(Remap.Outcome.APPLIED);
        tables.quotas().setQuota(new QuotaScope(QuotaScope.Kind.BUCKET, "bees"), new Quota(1L << 40, 1000));
        upload();
        Upload upload = upload();
        UploadPart only =
                tables.uploads().parts(CAT, upload.id(), 0, 10).parts().getFirst();
        CommitResult composed = tables.uploads()
                .complete(new Completion(
                        CAT,
                        upload.id(),
                        List.of(new Completion.Named(1, only.component())),
                        "",
                        Map.of(),
                        Condition.NONE));
        assertThat(composed.status()).isEqualTo(CommitResult.Status.COMMITTED);
        ObjectContent chunk = new ObjectContent(writeIds.next(), 1 << 20, 16_384, 1, "", Map.of());
        commit(new Commit(Chunks.id("bees", writeIds.next(), 0), chunk, SIX, List.of(), Condition.IF_ABSENT));
        tables.buckets().configure("bees", Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
        put(CAT);
        put(CAT);
        Objects.requireNonNull(tables.versions()).delete(CAT, null, Condition.NONE);
    }

    /** Of one part, and open. */
    private Upload upload() {
        ObjectContent part = new ObjectContent(writeIds.next(), 5 << 20, 16_384, 1, "", Map.of());
        commit(new Commit(Components.id("bees", part.contentId()), part, SIX, List.of(), Condition.IF_ABSENT));
        Upload upload = tables.uploads().begin(new NewUpload(CAT, writeIds.next(), "alice", null, "", Map.of()));
        UploadPart unused = tables.uploads().addPart(new NewPart(CAT, upload.id(), 1, part.contentId(), Map.of()));
        return upload;
    }

    private static String of(int database, String sql) {
        return PostgresForTests.text(several.configs.get(database), sql);
    }

    private static List<String> tablesOfBuckets() {
        return of(0, TABLES).lines().toList();
    }

    /** Rows of a bucket by table. */
    private static Map<String, String> rows(int database, String bucket) {
        Map<String, String> rows = new TreeMap<>();
        for (String table : tablesOfBuckets()) {
            rows.put(table, of(database, ROWS.formatted(table, "split_part(bucket, '+', 1) = '" + bucket + "'")));
        }
        rows.put("bucket", of(database, ROWS.formatted("bucket", "name = '" + bucket + "'")));
        rows.put("quota", of(database, ROWS.formatted("quota", "kind = 1 and name = '" + bucket + "'")));
        rows.put("stored", of(database, ROWS.formatted("stored", "kind = 1 and name = '" + bucket + "'")));
        return rows;
    }

    /** Whether all sums of a database are those of its rows. */
    private static void assertSums(int database) {
        assertThat(of(database, """
                select coalesce(string_agg(name || ' ' || objects, ', ' order by name), '') from (
                    select name, sum(objects) as objects from stored where kind = 3 group by name having sum(objects) <> 0) s
                """)).isEqualTo(of(database, """
                select coalesce(string_agg(state || ' ' || rows, ', ' order by cast(state as text)), '') from (
                    select state, count(*) as rows from object_mapping group by state) s
                """));
        assertThat(
                        of(
                                database,
                                "select coalesce(sum(bytes), 0) || ' ' || coalesce(sum(objects), 0) from stored where kind = 2 and part >= 0"))
                .isEqualTo(of(database, """
                        select coalesce(sum(bytes), 0) || ' ' || coalesce(sum(objects), 0) from stored
                        where kind = 1 and name in (select bucket from bucket_claim)
                        """));
        assertThat(of(
                        database,
                        "select coalesce(sum(objects), 0) || ' ' || coalesce(sum(bytes), 0) from repair_backlog"))
                .isEqualTo(of(database, "select count(*) || ' ' || coalesce(sum(bytes), 0) from repair_queue"));
    }

    @Test
    void everyRowOfTheBucket_moves_andNoOther() {
        fill();
        Map<String, String> bees = rows(1, "bees");
        Map<String, String> ants = rows(1, "ants");
        assertThat(bees).as("in every table there is something to move").doesNotContainValue("");
        move(2);
        assertThat(rows(2, "bees")).isEqualTo(bees);
        assertThat(rows(1, "bees").values()).containsOnly("");
        assertThat(rows(1, "ants")).isEqualTo(ants);
        for (int database = 0; database < 3; database++) {
            assertSums(database);
        }
        assertThat(moves.orders.last())
                .extracting(BucketMove::phase, BucketMove::objects)
                .containsExactly(tuple(Phase.DONE, 25L));
    }

    @Test
    void everyRowOfASlice_moves_andNoneOfItsBucket() {
        fill();
        tablesOfBuckets()
                .forEach(table -> execute("update " + table
                        + " set bucket = 'bees~05' || substr(bucket, 5) where split_part(bucket, '+', 1) = 'bees'"));
        List.of("bucket", "quota", "stored")
                .forEach(table -> execute("update " + table + " set name = 'bees~05' where name = 'bees'"));
        several.put(1, "bees~05");
        put(CAT);
        Map<String, String> slice = rows(1, "bees~05");
        Map<String, String> bucket = rows(1, "bees");
        assertThat(slice).as("in every table there is something to move").doesNotContainValue("");
        moves.orders.begin("bees~05", 1, 2);
        moves.carryOut(claim());
        for (String of : List.of("bees~05", "bees~05+chunks", "bees~05+parts")) {
            assertThatThrownBy(() -> execute("update object_mapping set degraded = true where bucket = '" + of + "'"))
                    .hasStackTraceContaining("bucket bees~05 is moving to another database");
        }
        assertThat(rows(1, "bees")).isEqualTo(bucket);
        put(CAT);
        moves.finish();
        assertThat(rows(2, "bees~05")).isEqualTo(slice);
        assertThat(rows(1, "bees~05").values()).containsOnly("");
        assertThat(rows(2, "bees").values()).containsOnly("");
        assertThat(of(0, "select number from bucket_database where bucket = 'bees~05'"))
                .isEqualTo("2");
        assertSums(1);
        assertSums(2);
    }

    @Test
    void bucket_movesOnAndBack_andIsReadAndWrittenWhereverItIs() {
        put(CAT);
        move(2);
        ObjectMapping second = put(CAT);
        moves.orders.begin("bees", 2, 0);
        moves.finish();
        assertThat(row(CAT)).isEqualTo(second);
        moves.orders.begin("bees", 0, 1);
        moves.finish();
        assertThat(row(CAT)).isEqualTo(second);
        ObjectMapping last = put(CAT);
        assertThat(process().mapping().lookup(CAT).mapping()).isEqualTo(last);
        assertThat(rows(0, "bees").values()).containsOnly("");
        assertThat(rows(2, "bees").values()).containsOnly("");
    }

    /** The process dies after the target has all rows, and before anybody is told. */
    @Test
    void copyThatIsMadeAgain_makesNoRowTwice() {
        fill();
        Map<String, String> bees = rows(1, "bees");
        begin(2);
        moves.carryOut(claim());
        PostgresForTests.execute(
                PostgresForTests.name(several.configs.getFirst()),
                "update bucket_move set phase = 1; update bucket_database set number = 1 where bucket = 'bees';");
        moves.finish();
        assertThat(rows(2, "bees")).isEqualTo(bees);
        assertSums(2);
        assertSums(1);
    }

    /** Each phase is begun by one process, and carried out by the next, while the first goes on in vain. */
    @Test
    void processThatWasOvertaken_changesNothing() {
        fill();
        Map<String, String> bees = rows(1, "bees");
        begin(2);
        for (int phase = 0; phase < 3; phase++) {
            ClaimedMove slow = claim();
            moves.records.failed(slow, "slow");
            ClaimedMove fast = claim();
            moves.carryOut(fast);
            assertThatThrownBy(() -> moves.carryOut(slow))
                    .isInstanceOf(SupersededException.class)
                    .hasMessageContaining("another process");
            put(new ObjectId("ants", "meanwhile"));
        }
        assertThat(moves.records.claim()).isEmpty();
        assertThat(rows(2, "bees")).isEqualTo(bees);
        ObjectMapping written = put(CAT);
        assertThat(row(CAT)).isEqualTo(written);
    }

    @Test
    void whileItMoves_itIsRead_andChangesAreRefused_andNoneIsOfOtherBuckets() {
        ObjectMapping cat = put(CAT);
        begin(2);
        for (Phase phase : List.of(Phase.COPYING, Phase.SWITCHING)) {
            ClaimedMove claimed = claim();
            assertThat(claimed.move().phase()).isEqualTo(phase);
            moves.carryOut(claimed);
            if (phase == Phase.COPYING) {
                assertThat(row(CAT)).isEqualTo(cat);
                assertThat(process().mapping().lookup(CAT).mapping()).isEqualTo(cat);
                for (Tables each : List.of(tables, process())) {
                    assertUnavailable(() -> each.mapping().commit(List.of(write(CAT, Condition.NONE))));
                    assertUnavailable(() -> each.mapping().commit(List.of(write(CAT, Condition.IF_ABSENT))));
                    assertUnavailable(() -> each.mapping().delete(CAT, Condition.NONE));
                    assertUnavailable(() -> each.buckets().configure("bees", Map.of("a", "b")));
                    assertUnavailable(() ->
                            each.uploads().begin(new NewUpload(CAT, writeIds.next(), "alice", null, "", Map.of())));
                }
                put(new ObjectId("ants", "k"));
            }
        }
        assertThat(process().mapping().lookup(CAT).mapping()).isEqualTo(cat);
        moves.finish();
        put(CAT);
    }

    /** As if a bucket had moved before: the first move waits for a lock on each table, for a second. */
    private static void guard() throws SQLException {
        for (Database database : several.databases) {
            try (Connection connection = database.unlimited().getConnection()) {
                connection.setAutoCommit(false);
                FrozenBuckets.guard(connection);
            }
        }
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasMessageMatching("bucket bees (is moving to|has just moved to) another database.*");
    }

    /** What it has written may be of the bucket. */
    @Test
    void transactionThatRunsOn_isWaitedFor_andItsRowMovesAlong() throws Exception {
        guard();
        try (Connection slow = several.databases.get(1).unlimited().getConnection()) {
            slow.setAutoCommit(false);
            try (Statement statement = slow.createStatement()) {
                statement.execute("insert into bucket_grant (bucket, principal, access) values ('bees', 'bob', 1)");
            }
            begin(2);
            ClaimedMove first = claim();
            assertThatThrownBy(() -> moves.impatient().carryOut(first))
                    .hasMessageContaining("has been running for 0 s");
            moves.records.failed(first, "slow");
            slow.commit();
        }
        moves.finish();
        assertThat(of(2, "select principal from bucket_grant where bucket = 'bees' order by 1"))
                .contains("bob");
    }

    /** Nobody writes to it meanwhile. */
    @Test
    void bucketThatCannotBeCopied_staysWhereItIs_andTakesWritesAgain() throws Exception {
        guard();
        begin(2);
        try (Connection slow = several.databases.get(1).unlimited().getConnection();
                MoveKeeper keeper = new MoveKeeper(moves.records, moves.impatient())) {
            slow.setAutoCommit(false);
            try (Statement statement = slow.createStatement()) {
                statement.execute("insert into bucket_grant (bucket, principal, access) values ('ants', 'bob', 1)");
            }
            for (int attempt = 0; attempt < MoveKeeper.MOST_ATTEMPTS; attempt++) {
                assertThat(moves.orders.last().getFirst().phase()).isEqualTo(Phase.COPYING);
                assertThat(keeper.look()).isFalse();
            }
            assertThat(keeper.look()).isTrue();
            slow.rollback();
        }
        BucketMove ended = moves.orders.last().getFirst();
        assertThat(ended.phase()).isEqualTo(Phase.CANCELLED);
        assertThat(ended.problem()).contains("a transaction of the database");
        put(CAT);
    }

    /** It slept through the move: what it reads is refused, and so is what it writes. */
    @Test
    void processThatKnowsTheBucketWhereItWas_readsAndWritesNothingThere() {
        put(CAT);
        Databases stale = several.routes(several.tables(clock, GRACE), moves.watches());
        Tables late = several.ports(clock, stale, moves.orders::generation);
        assertThat(late.mapping().lookup(CAT).mapping()).isNotNull();
        begin(2);
        moves.carryOut(claim());
        moves.carryOut(claim());
        tables = process();
        ObjectMapping written = put(CAT);
        assertUnavailable(() -> late.mapping().lookup(CAT));
        assertThat(late.mapping().lookup(CAT).mapping()).isEqualTo(written);

        Tables asleep = process();
        assertThat(asleep.mapping().lookup(CAT).mapping()).isEqualTo(written);
        PostgresForTests.execute(
                PostgresForTests.name(several.configs.getFirst()),
                "update bucket_database set number = 1 where bucket = 'bees'");
        Tables wrong = process();
        assertUnavailable(() -> wrong.mapping().commit(List.of(write(CAT, Condition.NONE))));
    }

    @Test
    void whatIsRememberedOfWrites_movesAlong() {
        Commit first = write(CAT, Condition.NONE);
        commit(first);
        put(CAT);
        Commit refused = write(CAT, Condition.IF_ABSENT);
        assertThat(commit(refused).status()).isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        move(2);
        assertThat(commit(first).status()).isEqualTo(CommitResult.Status.SUPERSEDED);
        tables.mapping().delete(CAT, Condition.NONE);
        assertThat(commit(refused).status())
                .as("its fragments are deleted")
                .isNotEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    void nothingIsCondemned_whileABucketMoves_andNothingThatMoved() {
        ObjectMapping cat = put(CAT);
        WriteId orphan = writeIds.next();
        clock.advance(GRACE.multipliedBy(2));
        long fence = tables.remaps().claim("b").fence();
        List<WriteId> both = List.of(cat.writeId(), orphan);
        begin(2);
        for (int phase = 0; phase < 3; phase++) {
            assertThat(tables.garbage().liveWrites(ONE, both)).containsExactlyInAnyOrderElementsOf(both);
            assertThat(tables.garbage().condemn(fence, ELSEWHERE, both)).isEmpty();
            assertThat(tables.garbage().orphans(ELSEWHERE, both)).isEmpty();
            moves.carryOut(claim());
        }
        assertThat(tables.garbage().condemn(fence, ONE, both)).containsExactly(orphan);
        assertThat(tables.garbage().condemn(fence, ELSEWHERE, both)).containsExactlyInAnyOrderElementsOf(both);
        assertThat(tables.remaps().barredServers(cat.writeId())).containsExactly(ELSEWHERE);
        moves.orders.begin("bees", 2, 1);
        moves.finish();
        assertThat(tables.remaps().barredServers(cat.writeId())).containsExactly(ELSEWHERE);
        assertThat(several.tables(clock, GRACE).get(1).remaps().barredServers(cat.writeId()))
                .containsExactly(ELSEWHERE);
    }

    /** A judgement that began before the move and ends after it. */
    @Test
    void writeThatWasKnownWhereItWas_isNotCondemnedThereOnceItHasMoved() {
        ObjectMapping cat = put(CAT);
        clock.advance(GRACE.multipliedBy(2));
        long fence = tables.remaps().claim("b").fence();
        move(2);
        assertThat(several.tables(clock, GRACE).get(1).garbage().condemnKnown(fence, ONE, List.of(cat.writeId())))
                .isEmpty();
        assertThat(several.tables(clock, GRACE).get(2).garbage().condemnKnown(fence, ONE, List.of(cat.writeId())))
                .isEmpty();
    }

    @Test
    void walkOverALostServer_beginsAnew_whereTheBucketArrives() {
        put(CAT);
        long fence = tables.remaps().claim("b").fence();
        tables.repairs().begin(fence, ONE);
        for (int step = 0; step < 3; step++) {
            for (Evacuation at : tables.repairs().evacuating().records()) {
                tables.repairs().walk(fence, at, 10);
            }
        }
        move(2);
        assertThat(tables.repairs().evacuating().records())
                .singleElement()
                .satisfies(record -> assertThat(record.isFinished()).isFalse());
        assertThat(row(CAT).degraded()).isTrue();
    }

    @Test
    void moveThatIsCancelled_leavesTheBucketWhereItWas_alsoAfterItsRowsWereCopied() {
        fill();
        Map<String, String> bees = rows(1, "bees");
        begin(2);
        moves.records.cancel("bees");
        moves.finish();
        assertThat(rows(1, "bees")).isEqualTo(bees);
        begin(2);
        moves.carryOut(claim());
        assertThatThrownBy(() -> moves.records.cancel("bees")).hasMessageContaining("being copied");
        moves.finish();
        moves.orders.begin("bees", 2, 1);
        moves.records.cancel("bees");
        moves.finish();
        assertThat(rows(2, "bees")).isEqualTo(bees);
        put(new ObjectId("bees", "k1"));
        assertSums(1);
        assertSums(2);
    }

    /** The first database is lost in the middle of a move, and made anew: the bucket is still frozen. */
    @Test
    void moveWhoseRecordIsLost_isBegunAgain() {
        fill();
        Map<String, String> bees = rows(1, "bees");
        begin(2);
        moves.carryOut(claim());
        PostgresForTests.execute(
                PostgresForTests.name(several.configs.getFirst()),
                "truncate bucket_move, bucket_database; insert into bucket_database (bucket, number) values ('bees', 1);");
        tables = process();
        assertUnavailable(() -> put(CAT));
        clock.advance(Duration.ofMinutes(1));
        move(2);
        assertThat(rows(2, "bees")).isEqualTo(bees);
        put(new ObjectId("bees", "k1"));
    }

    /** A process that starts now learns from each database what is there. */
    @Test
    void processThatStartsWhileABucketMoves_takesTheFirstDatabasesWord() throws SQLException {
        put(CAT);
        begin(2);
        for (int phase = 0; phase < 3; phase++) {
            FreezeWatches frozen = moves.watches();
            learn(1);
            learn(2);
            PostgresBucketDirectory directory =
                    new PostgresBucketDirectory(several.databases.getFirst(), frozen, () -> 0);
            assertThat(directory.find("bees").number()).isEqualTo(phase == 0 ? 1 : 2);
            moves.carryOut(claim());
        }
    }

    private static void learn(int number) throws SQLException {
        try (Connection connection = several.databases.get(number).unlimited().getConnection()) {
            new FurtherBuckets(
                            several.databases.getFirst(),
                            3,
                            other -> several.databases.get(other).unlimited().getConnection())
                    .require(number, connection);
        }
    }

    @Test
    void beatThatComesLate_keepsNobodyFromAMoveThatFailed() {
        put(CAT);
        begin(2);
        ClaimedMove failed = claim();
        moves.records.failed(failed, "the database is away");
        moves.records.beat(failed);
        assertThat(moves.records.claim()).isPresent();
    }

    /** Its mover is not heard of any more. */
    @Test
    void moveOfAProcessThatDied_isTakenOver_andNotBefore() {
        put(CAT);
        begin(2);
        ClaimedMove dead = claim();
        clock.advance(MoveRecords.SILENT);
        assertThat(moves.records.claim()).isEmpty();
        moves.records.beat(dead);
        clock.advance(MoveRecords.SILENT);
        assertThat(moves.records.claim()).isEmpty();
        clock.advance(Duration.ofMillis(1));
        assertThat(claim().attempt()).isGreaterThan(dead.attempt());
    }

    @Test
    void oneBucketMovesAtATime() {
        BucketMove bees = begin(2);
        assertThat(begin(2)).isEqualTo(bees);
        assertThatThrownBy(() -> moves.orders.begin("ants", 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bees");
        moves.finish();
        assertThat(moves.orders.begin("ants", 1, 2).id()).isGreaterThan(bees.id());
        moves.finish();
    }

    @Test
    void whatAnEarlierBuildSuperseded_isAnObstacle() throws Exception {
        assertThat(obstacle()).isEmpty();
        execute(
                "insert into fragment_outbox (id, server, write_high, write_low, since_millis) values (1, 'f', 1, 1, 1)");
        assertThat(obstacle()).contains("an earlier build superseded");
    }

    /** Its repeat could be committed where the bucket goes. What reconciliation condemned is too old for that. */
    @Test
    void commitThatAnEarlierBuildRefused_isAnObstacle_asLongAsItCouldBeRepeated() throws Exception {
        String condemned = """
                insert into fragment_outbox (id, server, write_high, write_low, since_millis, condemned)
                values (%1$s, 'f', cast(extract(epoch from now() - interval '%1$s minutes') * 1000 as bigint) << 16, 1, 1, true)
                """;
        execute(condemned.formatted(61));
        assertThat(obstacle()).isEmpty();
        execute(condemned.formatted(59));
        assertThat(obstacle()).contains("an earlier build superseded");
    }

    /** Codes are a database's own: there another server with the code of flash-1 came first. */
    @Test
    void rowsWithoutNames_sayTheSame_whereACodeStandsForAnotherServer() {
        ObjectMapping before = put(CAT);
        Database target = several.databases.get(2);
        boolean unused = target.transactions().query(connection -> {
            int changed = Sql.update(connection, "update server_code set server = 'other' where server = 'flash-1'");
            target.codes().read(connection);
            return changed == 1;
        });
        move(2);
        assertThat(row(CAT)).isEqualTo(before);
        assertThat(commit(write(CAT, Condition.NONE)).status()).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(row(CAT).destination()).isEqualTo(SIX);
        assertThat(tables.repairs().objectsOn(ONE, null, 10).objects()).hasSize(1);
    }

    @Test
    void rowsOfAFrozenBucket_areNotMadeSmaller_andKeepNoOthersFromIt() {
        put(CAT);
        put(new ObjectId("ants", "k"));
        execute("update object_mapping set content_high = write_high, content_low = write_low");
        begin(2);
        moves.carryOut(claim());
        int written = several.databases
                .get(1)
                .transactions()
                .run(session -> LargeRows.rewrite(session, new ObjectKey("", ""), new ObjectKey("bees", "z")));
        assertThat(written).isEqualTo(1);
        moves.finish();
        assertThat(row(CAT).destination()).isEqualTo(SIX);
    }

    @Test
    void processesOfAnEarlierBuild_areAnObstacle_untilTheyHaveEnded() throws Exception {
        String history =
                "update flyway_schema_history set installed_on = localtimestamp - interval '%s' where version %s '32'";
        execute(history.formatted("1 day", "<>"));
        assertThat(obstacle()).contains("ten minutes");
        execute(history.formatted("11 minutes", "="));
        assertThat(obstacle()).isEmpty();
        execute(history.formatted("1 day", "="));
    }

    private static void execute(String sql) {
        PostgresForTests.execute(PostgresForTests.name(several.configs.get(1)), sql);
    }

    private static String obstacle() throws SQLException {
        try (Connection connection = several.databases.get(1).unlimited().getConnection()) {
            return MoveObstacle.of(connection, GRACE);
        }
    }
}
