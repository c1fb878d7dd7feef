package io.chameleon.metadata.routing;

import static io.chameleon.metadata.table.Samples.SIX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
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
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.metadata.bucket.GrantTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What concerns buckets of several databases at once, and what a failure between two databases leaves. */
class RoutedTablesTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ServerId ONE = new ServerId("flash-1");
    private static final ServerId ELSEWHERE = new ServerId("flash-12");
    private static final Placement SWAPPED = new Placement(
            SIX.scheme(),
            Stream.concat(SIX.servers().subList(0, 5).stream(), Stream.of(ELSEWHERE))
                    .toList());

    private static SeveralDatabases several;

    private final ManualClock clock = new ManualClock();
    private final WriteIds writeIds = new WriteIds(clock, new SplittableRandom(1));
    private List<DatabaseTables> each;
    private Databases routes;
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
        each = several.tables(clock, GRACE);
        routes = several.routes(each);
        tables = several.ports(clock, routes);
        for (String bucket : List.of("bees", "ants", "cats")) {
            tables.buckets().create(bucket, "alice");
        }
        assertThat(Stream.of("bees", "ants", "cats")
                        .map(bucket -> routes.of(bucket).number()))
                .containsExactly(1, 2, 0);
    }

    private Commit write(WriteId writeId, ObjectId id) {
        return new Commit(
                id, new ObjectContent(writeId, 36_000, 16_384, 1, "", Map.of()), SIX, List.of(), Condition.NONE);
    }

    private ObjectMapping put(String bucket, String key) {
        Commit commit = write(writeIds.next(), new ObjectId(bucket, key));
        CommitResult result = tables.mapping().commit(List.of(commit)).getFirst();
        assertThat(result.status()).isEqualTo(CommitResult.Status.COMMITTED);
        return Objects.requireNonNull(result.current());
    }

    private ObjectMapping row(String bucket, String key) {
        return Objects.requireNonNull(
                tables.mapping().lookup(new ObjectId(bucket, key)).mapping());
    }

    private Remap swap(ObjectMapping row) {
        return new Remap(row.id(), row.version(), RedundancyEvent.SWAP, SWAPPED, 1, "test");
    }

    private static List<String> names(List<ObjectMapping> rows) {
        return rows.stream().map(row -> row.id().toString()).toList();
    }

    @Test
    void aBucketsRows_areInItsDatabaseAlone() {
        put("bees", "x");
        ObjectId id = new ObjectId("bees", "x");
        assertThat(each.stream().map(database -> database.mapping().lookup(id).mapping() != null))
                .containsExactly(false, true, false);
        assertThat(each.stream().map(database -> database.buckets().find("bees") != null))
                .containsExactly(false, true, false);
    }

    @Test
    void processThatRemembersNothing_findsEachBucketWhereItWasPut() {
        put("bees", "x");
        Databases other = several.routes(several.tables(clock, GRACE));
        assertThat(other.of("bees+parts").number()).isEqualTo(1);
        assertThat(other.toWrite("ants").number()).isEqualTo(2);
    }

    @Test
    void bucketFromTheTimeOfOneDatabase_staysInTheFirst_whateverIsChosen() {
        each.getFirst().mapping().commit(List.of(write(writeIds.next(), new ObjectId("old", "x"))));
        assertThat(routes.of("old").number()).isZero();
        assertThat(routes.toWrite("old").number()).isZero();
        assertThat(tables.mapping().lookup(new ObjectId("old", "x")).mapping()).isNotNull();
    }

    @Test
    void deletedBucket_isMadeAnewInTheSameDatabase() {
        tables.buckets().delete("bees");
        assertThat(tables.buckets().find("bees")).isNull();
        tables.buckets().create("bees", "bob");
        assertThat(each.get(1).buckets().find("bees")).isNotNull();
    }

    @Test
    void listOfBuckets_isOne_inPages() {
        List<String> names = new ArrayList<>();
        String after = "";
        for (int page = 0; page < 3; page++) {
            String next = tables.buckets().list("alice", after, 1).getFirst().name();
            names.add(next);
            after = next;
        }
        assertThat(names).containsExactly("ants", "bees", "cats");
        assertThat(tables.buckets().list(null, after, 10)).isEmpty();
    }

    @Test
    void commitsAndLookupsOfOneBatch_areAnsweredInTheirOrder() {
        List<Commit> commits = Stream.of("bees/1", "cats/1", "ants/1", "bees/2", "cats/2")
                .map(name -> name.split("/"))
                .map(name -> write(writeIds.next(), new ObjectId(name[0], name[1])))
                .toList();
        List<CommitResult> results = tables.mapping().commit(commits);
        assertThat(results)
                .extracting(result -> Objects.requireNonNull(result.current()).id())
                .isEqualTo(commits.stream().map(Commit::id).toList());
        assertThat(tables.mapping().lookup(commits.stream().map(Commit::id).toList()))
                .extracting(found -> Objects.requireNonNull(found.mapping()).writeId())
                .isEqualTo(commits.stream().map(Commit::writeId).toList());
    }

    @Test
    void hottestColdestAndPending_areThoseOfAllDatabases() {
        for (int i = 0; i < 4; i++) {
            for (String bucket : List.of("ants", "bees", "cats")) {
                put(bucket, "x" + i);
            }
        }
        put("bees", "x0");
        assertThat(names(tables.remaps().hottest(4))).containsExactly("bees/x0", "ants/x0", "ants/x1", "ants/x2");
        assertThat(names(tables.remaps().coldest(5)))
                .containsExactly("ants/x0", "ants/x1", "ants/x2", "ants/x3", "bees/x1");
        assertThat(tables.remaps().countByState().values()).containsExactly(12L);

        long fence = tables.remaps().claim("b").fence();
        List<Remap> remaps = Stream.of("cats/x3", "ants/x1", "bees/x2", "ants/x0")
                .map(name -> name.split("/"))
                .map(name -> swap(row(name[0], name[1])))
                .toList();
        assertThat(tables.remaps().remap(fence, remaps))
                .containsOnly(Remap.Outcome.APPLIED)
                .hasSize(4);
        List<ObjectMapping> pending = new ArrayList<>();
        RemapTable.@Nullable Position after = null;
        for (List<ObjectMapping> page = tables.remaps().pending(1, after, 1);
                !page.isEmpty();
                page = tables.remaps().pending(1, after, 1)) {
            pending.addAll(page);
            after = RemapTable.Position.of(page.getLast());
        }
        assertThat(names(pending)).containsExactly("ants/x0", "ants/x1", "bees/x2", "cats/x3");
    }

    @Test
    void claim_isOneFenceInAllDatabases_andTheFormerLeaderIsRefusedInEach() {
        long old = tables.remaps().claim("a").fence();
        List<ObjectMapping> rows = Stream.of("ants", "bees", "cats")
                .map(bucket -> put(bucket, "x"))
                .toList();
        long fence = tables.remaps().claim("b").fence();
        assertThat(each)
                .extracting(database -> database.remaps().balancerEpoch().fence())
                .containsOnly(fence);
        for (ObjectMapping row : rows) {
            assertFenced(() -> tables.remaps().remap(old, List.of(swap(row))));
        }
        assertThat(tables.remaps().remap(fence, rows.stream().map(this::swap).toList()))
                .containsOnly(Remap.Outcome.APPLIED);
    }

    /** The process that claims dies after the first database. */
    @Test
    void claimThatEndsHalfWay_leavesNobodyLeadingThere_andTheNextLeadsEverywhere() {
        long old = tables.remaps().claim("a").fence();
        ObjectMapping row = put("bees", "x");
        each.getFirst().remaps().claim("b");
        assertFenced(() -> tables.remaps().advanceEpoch(old));
        assertFenced(() -> tables.garbage().condemn(old, ONE, List.of()));
        long next = tables.remaps().claim("c").fence();
        assertFenced(() -> tables.remaps().remap(old, List.of(swap(row))));
        assertThat(tables.remaps().remap(next, List.of(swap(row)))).containsExactly(Remap.Outcome.APPLIED);
    }

    /** The slower of two claims gets on after the faster one has ended. */
    @Test
    void claimThatAnotherOvertook_isRefused() {
        BalancerEpoch slow = each.getFirst().remaps().claim("slow");
        long fast = tables.remaps().claim("fast").fence();
        assertFenced(() -> each.get(1).epoch().follow(slow));
        assertThat(each)
                .extracting(database -> database.remaps().balancerEpoch().fence())
                .containsOnly(fast);
    }

    /** A database restored from a backup has an older fence and epoch. */
    @Test
    void fenceOfAFirstDatabaseThatWasRestored_isAboveThatOfTheOthers() {
        long fence = tables.remaps().claim("a").fence();
        tables.remaps().advanceEpoch(fence);
        tables.remaps().advanceEpoch(fence);
        tables.remaps().advanceEpoch(fence);
        several.databases
                .getFirst()
                .transactions()
                .run(session -> session.createNativeMutationQuery("update balancer_epoch set fence = 0, epoch = 1")
                        .executeUpdate());
        BalancerEpoch claimed = tables.remaps().claim("b");
        assertThat(claimed.fence()).isEqualTo(fence + 1);
        assertThat(claimed.epoch()).isEqualTo(4);
        assertThat(tables.remaps().advanceEpoch(claimed.fence()).epoch()).isEqualTo(5);
    }

    @Test
    void endOfAnEpochThatFailedHalfWay_isRepeated_andEndsTheSameEpoch() {
        long fence = tables.remaps().claim("a").fence();
        each.get(1).epoch().enter(fence, 2);
        assertThat(tables.remaps().balancerEpoch().epoch()).isEqualTo(1);
        assertThat(tables.remaps().claim("a").epoch()).isEqualTo(1);
        fence = tables.remaps().balancerEpoch().fence();
        assertThat(tables.remaps().advanceEpoch(fence).epoch()).isEqualTo(2);
        assertThat(each)
                .extracting(database -> database.remaps().balancerEpoch().epoch())
                .containsOnly(2L);
        assertThat(put("ants", "x").lastWriteEpoch()).isEqualTo(2);
    }

    private static void assertFenced(ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.FENCED));
    }

    @Test
    void garbageOfAllDatabases_hasIdsOfItsOwn_andIsCollectedWhereItIs() {
        for (String bucket : List.of("ants", "bees", "cats")) {
            put(bucket, "x");
            put(bucket, "x");
            clock.advance(Duration.ofMillis(1));
        }
        List<Garbage> all = tables.garbage().garbage(0, 100);
        assertThat(all).hasSize(18).extracting(Garbage::id).doesNotHaveDuplicates();
        assertThat(all).extracting(Garbage::sinceMillis).isSorted();
        assertThat(tables.garbage().garbage(List.of(ONE), 0, 2)).hasSize(2);

        List<Garbage> some = all.subList(4, 14);
        tables.garbage().collected(some.stream().map(Garbage::id).toList());
        List<Garbage> left = new ArrayList<>(all);
        left.removeAll(some);
        assertThat(tables.garbage().garbage(0, 100)).isEqualTo(left);
    }

    @Test
    void writeThatIsLiveInAnyDatabase_isNeverCondemned_andItsLeftoversAreWhereItsRowIs() {
        List<ObjectMapping> rows = Stream.of("ants", "bees", "cats")
                .map(bucket -> put(bucket, "x"))
                .toList();
        WriteId orphan = writeIds.next();
        clock.advance(GRACE.multipliedBy(2));
        long fence = tables.remaps().claim("b").fence();
        List<WriteId> all = Stream.concat(rows.stream().map(ObjectMapping::writeId), Stream.of(orphan))
                .toList();

        assertThat(tables.garbage().liveWrites(ONE, all)).containsExactlyInAnyOrderElementsOf(all.subList(0, 3));
        assertThat(tables.garbage().orphans(ONE, all)).containsExactly(orphan);
        assertThat(tables.garbage().condemn(fence, ONE, all)).containsExactly(orphan);
        assertThat(tables.garbage().condemn(fence, ELSEWHERE, all)).containsExactlyInAnyOrderElementsOf(all);
        assertThat(tables.garbage().condemn(fence, ELSEWHERE, all))
                .as("they wait")
                .isEmpty();
        assertThat(tables.garbage().orphans(ELSEWHERE, all)).isEmpty();
        for (ObjectMapping row : rows) {
            assertThat(tables.remaps().barredServers(row.writeId())).containsExactly(ELSEWHERE);
            assertThat(routes.of(row.id().bucket()).remaps().barredServers(row.writeId()))
                    .as("by the database that moves it")
                    .containsExactly(ELSEWHERE);
        }
    }

    /** Any database might take its commit once its time has come. */
    @Test
    void orphanFromTheFuture_isCondemnedInEachDatabase() {
        WriteId orphan = new WriteIds(InstantSource.offset(clock, GRACE), new SplittableRandom(2)).next();
        long fence = tables.remaps().claim("b").fence();
        assertThat(tables.garbage().condemn(fence, ONE, List.of(orphan))).containsExactly(orphan);
        assertThat(each)
                .allSatisfy(database ->
                        assertThat(database.remaps().barredServers(orphan)).containsExactly(ONE));
    }

    /** The clock of its database was ahead when it was committed. */
    @Test
    void liveWriteFromTheFuture_isCondemnedInNoDatabase() {
        List<WriteId> live = Stream.of("cats", "bees")
                .map(bucket -> put(bucket, "x").writeId())
                .toList();
        clock.advance(GRACE.multipliedBy(-2));
        long fence = tables.remaps().claim("b").fence();
        assertThat(tables.garbage().condemn(fence, ONE, live)).isEmpty();
        assertThat(tables.garbage().garbage(0, 10)).isEmpty();
    }

    @Test
    void writeSupersededInAFurtherDatabase_isNoOrphan_whileItWaitsThere() {
        WriteId superseded = put("bees", "x").writeId();
        put("bees", "x");
        clock.advance(GRACE.multipliedBy(2));
        long fence = tables.remaps().claim("b").fence();
        assertThat(tables.garbage().orphans(ONE, List.of(superseded))).isEmpty();
        assertThat(tables.garbage().condemn(fence, ONE, List.of(superseded))).isEmpty();
    }

    @Test
    void commitByAUser_ofAWriteThatIsLiveInAnotherDatabase_isKnown() {
        WriteId write = put("bees", "x").writeId();
        RoutedGrantTable grants = new RoutedGrantTable(routes, clock, GRACE);
        assertThat(grants.before(write, new ObjectId("cats", "y"), false).liveElsewhere())
                .isTrue();
        assertThat(grants.before(write, new ObjectId("bees", "x"), false).liveElsewhere())
                .isFalse();
        assertThat(grants.before(writeIds.next(), new ObjectId("cats", "y"), false)
                        .liveElsewhere())
                .isFalse();
        assertThat(grants.ofPrincipal("alice"))
                .extracting(grant -> grant.bucket())
                .containsExactly("ants", "bees", "cats");
    }

    @Test
    void commitByTheUserWhoMadeTheWrite_isKnownInTheBucketsDatabase() {
        RoutedGrantTable grants = new RoutedGrantTable(routes, clock, GRACE);
        WriteId write = put("cats", "x").writeId();
        assertThat(grants.before(write, new ObjectId("cats", "y"), true).liveElsewhere())
                .isTrue();
        assertThat(grants.before(write, new ObjectId("cats", "x"), true)).isEqualTo(new GrantTable.Before(false, true));
        assertThat(grants.before(writeIds.next(), new ObjectId("dogs", "x"), true))
                .isEqualTo(new GrantTable.Before(false, false));
    }

    /**
     * As a chunked object a write may be committed at any age. Deleting that would delete the fragments of a version
     * that its writer has no access to any more.
     */
    @Test
    void oldWriteOfAUser_cannotBecomeAnotherObjectInAnotherDatabase() {
        RoutedGrantTable grants = new RoutedGrantTable(routes, clock, GRACE);
        WriteId write = put("bees", "x").writeId();
        clock.advance(GRACE.plusMillis(1));
        assertThat(grants.before(write, new ObjectId("cats", "y"), true).liveElsewhere())
                .isTrue();
    }

    @Test
    void objectsOfAServer_areThoseOfAllDatabases_inPages() {
        List<String> there = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            for (String bucket : List.of("ants", "bees", "cats")) {
                there.add(put(bucket, "x" + i).id().toString());
            }
        }
        for (int limit : new int[] {1, 2, 4, 100}) {
            List<String> seen = new ArrayList<>();
            @Nullable ObjectId after = null;
            do {
                ServerObjects page = tables.repairs().objectsOn(ONE, after, limit);
                assertThat(page.objects()).hasSizeLessThanOrEqualTo(limit);
                page.objects().forEach(task -> seen.add(task.row().id().toString()));
                after = page.next();
            } while (after != null);
            assertThat(seen)
                    .as("in pages of %d", limit)
                    .containsExactlyInAnyOrderElementsOf(there)
                    .isSorted();
        }
    }

    @Test
    void repairs_areThoseInMostDanger_ofAllDatabases() {
        long fence = tables.remaps().claim("b").fence();
        damage(put("ants", "one"), 0);
        damage(put("bees", "two"), 0, 1);
        damage(put("cats", "gone"), 0, 1, 2);
        damage(put("bees", "one"), 3);
        assertThat(tables.repairs().repairs(10))
                .extracting(task -> task.row().id().toString())
                .containsExactly("bees/two", "ants/one", "bees/one", "cats/gone");
        assertThat(tables.repairs().repairs(1))
                .extracting(task -> task.row().id().toString())
                .containsExactly("bees/two");
        assertThat(tables.repairs().repairStatus().objects()).isEqualTo(4);
        assertThat(tables.repairs()
                        .queue(
                                fence,
                                Stream.of("ants", "bees")
                                        .map(bucket -> row(bucket, "one"))
                                        .map(row -> new Damage(row.id(), row.writeId(), List.of(4)))
                                        .toList()))
                .isEqualTo(2);
    }

    private void damage(ObjectMapping row, Integer... missing) {
        tables.mapping().reportDamage(new Damage(row.id(), row.writeId(), List.of(missing)));
    }

    @Test
    void lostServer_isWalkedInEachDatabase_andIsFinishedWhenAllAre() {
        for (int i = 0; i < 5; i++) {
            put("ants", "x" + i);
        }
        put("bees", "x");
        long fence = tables.remaps().claim("b").fence();
        tables.repairs().begin(fence, ONE);
        Evacuation at = tables.repairs().evacuating().records().getFirst();
        int pages = 0;
        for (; at.walk() == 0; pages++) {
            at = tables.repairs().walk(fence, at, 2).orElseThrow();
            assertThat(tables.repairs().evacuating().records()).containsExactly(at);
        }
        assertThat(pages).isEqualTo(3);
        assertThat(at.objects()).isEqualTo(6);
        assertThat(tables.repairs().repairs(100))
                .extracting(RepairTask::missing)
                .hasSize(6)
                .containsOnly(List.of(0));
        at = tables.repairs().walk(fence, at, 100).orElseThrow();
        assertThat(at.isFinished()).isTrue();
        tables.repairs().end(fence, at);
        assertThat(each)
                .allSatisfy(database ->
                        assertThat(database.repairs().evacuating().records()).isEmpty());
    }

    /** The process dies after the further databases. */
    @Test
    void lossThatBeganInFurtherDatabasesAlone_hasNotBegun_andBeginsWhenItIsRepeated() {
        put("cats", "x");
        long fence = tables.remaps().claim("b").fence();
        each.get(1).repairs().begin(fence, ONE);
        assertThat(tables.repairs().evacuating().records()).isEmpty();
        tables.repairs().begin(fence, ONE);
        Evacuation at = tables.repairs().evacuating().records().getFirst();
        at = tables.repairs().walk(fence, at, 10).orElseThrow();
        assertThat(at.objects()).isEqualTo(1);
    }

    @Test
    void serverWithAnotherDevice_isWalkedOver_alsoWhereThatIsSeenLater() {
        put("bees", "x");
        put("cats", "x");
        register(each, 1);
        register(each.subList(0, 1), 2);
        long fence = tables.remaps().claim("b").fence();
        Evacuation first = tables.repairs().evacuating().records().getFirst();
        tables.repairs().walk(fence, first, 10);
        clock.advance(Duration.ofSeconds(1));
        register(each, 2);
        Evacuation again = tables.repairs().evacuating().records().getFirst();
        assertThat(again.walk()).isZero();
        Evacuation after = tables.repairs().walk(fence, again, 10).orElseThrow();
        assertThat(after.objects()).isEqualTo(2);
        clock.advance(GRACE.multipliedBy(2));
        assertThat(tables.repairs().walk(fence, after, 10).orElseThrow().isFinished())
                .isTrue();
        assertThat(tables.repairs().evacuating().records()).isEmpty();
    }

    private void register(List<DatabaseTables> where, int device) {
        ServerInfo server = new ServerInfo(ONE, "10.0.0.1", 7_000, "", 1L << 30, ServerInfo.Status.UP)
                .with(new ServerIdentity("", String.format(Locale.ROOT, "00000000-0000-4000-8000-%012d", device)));
        where.forEach(database -> several.register(database.number(), clock, List.of(server)));
    }

    @Test
    void drainedServer_isForgotten_onlyWhenNoDatabaseHasAnObjectThere() {
        put("bees", "x");
        long fence = tables.remaps().claim("b").fence();
        tables.repairs().drain(ONE);
        Evacuation drain = tables.repairs().evacuating().records().getFirst();
        tables.repairs().progress(fence, drain.finished(clock.millis()));
        assertThatThrownBy(() -> tables.repairs().forget(ONE)).hasMessageContaining("written there since");
        tables.mapping().delete(new ObjectId("bees", "x"), Condition.NONE);
        tables.repairs().forget(ONE);
        assertThat(tables.repairs().evacuating().records()).isEmpty();
        assertThat(tables.garbage().garbage(ONE, 0, 10))
                .as("counts as collected")
                .isEmpty();
        assertThat(each)
                .allSatisfy(database ->
                        assertThat(database.repairs().evacuating().records()).isEmpty());
    }

    @Test
    void quotaOfAUser_countsItsBucketsInAllDatabases_onceThatWasShared() {
        UserQuotas users = new UserQuotas(each);
        QuotaScope alice = QuotaScope.user("alice");
        tables.quotas().setQuota(alice, new Quota(80_000, Quota.UNBOUNDED));
        put("ants", "x");
        put("bees", "x");
        assertThat(tables.quotas().quota(alice).used()).isEqualTo(new Usage(72_000, 2));
        assertThat(tables.quotas().quotas()).extracting(status -> status.used()).containsExactly(new Usage(72_000, 2));

        users.share();
        for (String bucket : List.of("ants", "bees", "cats")) {
            assertThat(tables.mapping()
                            .commit(List.of(write(writeIds.next(), new ObjectId(bucket, "y"))))
                            .getFirst()
                            .status())
                    .as(bucket)
                    .isEqualTo(CommitResult.Status.OVER_QUOTA);
        }
        tables.quotas().recount(alice);
        assertThat(tables.quotas().quota(alice).used()).isEqualTo(new Usage(72_000, 2));
        tables.mapping().delete(new ObjectId("ants", "x"), Condition.NONE);
        users.share();
        put("cats", "y");
        tables.quotas().setQuota(alice, Quota.NONE);
        put("bees", "z");
    }

    @Test
    void processToldOfFewerDatabases_condemnsNothing() {
        try (SeveralDatabases.Process fewer = several.processTold(2)) {
            long fence = tables.remaps().claim("b").fence();
            clock.advance(GRACE.multipliedBy(2));
            assertThatThrownBy(() -> fewer.garbage(clock, GRACE).condemn(fence, ONE, List.of(writeIds.next())))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                    .hasMessageContaining("told of 2 databases, and there are 3");
        }
    }

    @Test
    void newBuckets_goWhereTheFewestRowsAre_andInTurnAmongEquals() {
        BucketChoice choice = new BucketChoice(each, Map.of(1, 0L, 2, 0L), clock);
        assertThat(IntStream.range(0, 6).map(i -> choice.next())).containsExactly(0, 1, 2, 0, 1, 2);
        put("cats", "x");
        put("bees", "x");
        clock.advance(Duration.ofMinutes(1));
        assertThat(IntStream.range(0, 3).map(i -> choice.next())).containsExactly(2, 2, 2);
    }

    @Test
    void databaseThatWasJustAdded_getsNoBucketYet() {
        BucketChoice choice = new BucketChoice(each, Map.of(1, clock.millis(), 2, 0L), clock);
        put("cats", "x");
        put("ants", "x");
        assertThat(choice.next()).isNotEqualTo(1);
        clock.advance(Duration.ofMinutes(10));
        assertThat(choice.next()).isEqualTo(1);
    }
}
