package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.CommitResult.Status;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.epoch.Fencing;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.statement.KeyLock;
import io.chameleon.metadata.statement.ListingQuery;
import io.chameleon.metadata.statement.Outbox;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Transactions that collide at the worst instant: each test stops one at a lock and lets others pass. */
@SharedDatabase
class InterleavingTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ObjectId CAT = Samples.object("cat");
    private static final InstantSource CLOCK = InstantSource.system();

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Database database = PostgresForTests.emptied();
    private final PostgresMappingTable table = new PostgresMappingTable(database, CLOCK, GRACE);
    private final PostgresRemapTable remaps = new PostgresRemapTable(database, CLOCK, GRACE);
    private final PostgresGarbageTable garbage = new PostgresGarbageTable(database, CLOCK, GRACE);

    @AfterEach
    void stop() {
        threads.close();
    }

    private CommitResult commit(Commit commit) {
        return table.commit(List.of(commit)).get(0);
    }

    private void awaitBlocked(int transactions) {
        await().until(() -> blocked() == transactions);
    }

    private long blocked() {
        return database.transactions().run(session ->
                (Long) session.createNativeQuery("""
                        select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'
                        """, Long.class).getSingleResult());
    }

    private static void lock(StatelessSession session, String statement) {
        session.createNativeMutationQuery(statement).executeUpdate();
    }

    @Test
    void repeatedCommit_whoseFirstTryAndADeleteLandWhileItWaits_doesNotBringTheObjectBack() throws Exception {
        Commit commit = Samples.write(CAT);
        Future<CommitResult> repeated = database.transactions().run(session -> {
            lock(session, "lock table object_mapping in share mode"); // lets others read, but not insert
            Future<CommitResult> waiting = threads.submit(() -> commit(commit));
            awaitBlocked(1);
            new CommitTransaction(session, CLOCK.millis(), GRACE).run(List.of(commit));
            WorkingSet rows = WorkingSet.lock(session, List.of(CAT));
            ObjectMapping row = Objects.requireNonNull(rows.row(CAT));
            rows.remove(CAT);
            rows.queueGarbage(row, row.live().servers(), CLOCK.millis());
            rows.flush();
            return waiting;
        });

        assertThat(repeated.get()).isEqualTo(new CommitResult(Status.SUPERSEDED, null));
        assertThat(table.lookup(CAT).mapping()).isNull();
    }

    @Test
    void repeatedCommit_besideItsFirstTry_isCommittedOnce() throws Exception {
        Commit commit = Samples.write(CAT);
        Future<CommitResult> repeated = database.transactions().run(session -> {
            lock(session, "lock table object_mapping in share mode");
            Future<CommitResult> waiting = threads.submit(() -> commit(commit));
            awaitBlocked(1);
            new CommitTransaction(session, CLOCK.millis(), GRACE).run(List.of(commit));
            return waiting;
        });

        assertThat(repeated.get())
                .isEqualTo(new CommitResult(Status.COMMITTED, table.lookup(CAT).mapping()));
        assertThat(garbage.garbage(0, 10)).isEmpty();
    }

    @Test
    void conditionalCreations_ofOneKeyAtOnce_haveOneWinner() throws Exception {
        for (int round = 0; round < 10; round++) {
            ObjectId id = Samples.object("new-" + round);
            List<Future<CommitResult>> all = new ArrayList<>();
            for (int writer = 0; writer < 8; writer++) {
                all.add(threads.submit(() -> commit(Samples.write(id, Condition.IF_ABSENT))));
            }
            List<CommitResult> results = new ArrayList<>();
            for (Future<CommitResult> result : all) {
                results.add(result.get());
            }
            assertThat(results)
                    .filteredOn(result -> result.status() == Status.COMMITTED)
                    .hasSize(1);
            assertThat(results)
                    .as("every writer is told of the winner")
                    .allMatch(result ->
                            Objects.equals(result.current(), table.lookup(id).mapping()));
        }
    }

    @Test
    void batchesOverTheSameNewKeysInOppositeOrder_allSucceed() throws Exception {
        List<ObjectId> keys =
                IntStream.range(0, 20).mapToObj(i -> Samples.object("k" + i)).toList();
        List<Future<List<CommitResult>>> all = new ArrayList<>();
        for (int writer = 0; writer < 6; writer++) {
            List<ObjectId> order = writer % 2 == 0 ? keys : keys.reversed();
            List<Commit> batch = order.stream().map(Samples::write).toList();
            all.add(threads.submit((Callable<List<CommitResult>>) () -> table.commit(batch)));
        }
        for (Future<List<CommitResult>> batch : all) {
            assertThat(batch.get()).hasSize(20).allMatch(result -> result.status() == Status.COMMITTED);
        }
        assertThat(garbage.garbage(0, 10_000)).hasSize(5 * 20 * 6);
    }

    @Test
    void createsAndDeletesAtOnce_leaveNoLiveWriteInTheOutbox() throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            all.add(threads.submit(() -> {
                for (int i = 0; i < 25; i++) {
                    Commit commit = Samples.write(CAT);
                    assertThat(commit(commit).status()).isEqualTo(Status.COMMITTED);
                    assertThat(commit(commit).status()).isIn(Status.COMMITTED, Status.SUPERSEDED);
                    table.delete(CAT, Condition.NONE);
                    assertThat(commit(commit).status()).isEqualTo(Status.SUPERSEDED);
                }
            }));
        }
        for (Future<?> writer : all) {
            writer.get();
        }
        assertThat(table.delete(CAT, Condition.NONE)).isEqualTo(DeleteResult.NOT_FOUND);
        assertThat(garbage.garbage(0, 10_000))
                .as("each of 100 writes on its 6 servers, once")
                .hasSize(600)
                .extracting(row -> row.writeId() + "@" + row.server())
                .doesNotHaveDuplicates();
    }

    @Test
    void claim_waitsForTheTransactionsOfTheLeaderBefore_andRefusesItsNext() throws Exception {
        BalancerEpoch first = remaps.claim("balancer-0");
        Future<BalancerEpoch> second = database.transactions().run(session -> {
            Fencing.require(session, first.fence());
            Future<BalancerEpoch> claim = threads.submit(() -> remaps.claim("balancer-1"));
            awaitBlocked(1);
            return claim;
        });

        assertThat(second.get()).isEqualTo(new BalancerEpoch(first.fence() + 1, 1, "balancer-1", 0));
        assertThatThrownBy(() -> remaps.advanceEpoch(first.fence()))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED));
        assertThat(remaps.balancerEpoch().epoch()).isEqualTo(1);
    }

    /** The clock of services for which the writes made now are long past the grace period. */
    private final InstantSource afterGrace = InstantSource.offset(
            CLOCK, GRACE.plus(database.longestTransaction()).plusMinutes(1));

    private final PostgresGarbageTable laterGarbage = new PostgresGarbageTable(database, afterGrace, GRACE);
    private final PostgresRepairTable repairs = new PostgresRepairTable(database, afterGrace, GRACE);

    private ObjectMapping damaged() {
        ObjectMapping row = Objects.requireNonNull(commit(Samples.write(CAT)).current());
        table.reportDamage(new Damage(CAT, row.writeId(), List.of(5)));
        return Objects.requireNonNull(table.lookup(CAT).mapping());
    }

    private static Repair onto(ObjectMapping row, ServerId server) {
        List<ServerId> servers = new ArrayList<>(row.live().servers());
        servers.set(5, server);
        Placement live = new Placement(row.live().scheme(), servers);
        return new Repair(row.id(), row.writeId(), row.version(), live, live, List.of(), 1, "test");
    }

    @Test
    void condemning_whileARepairOntoThatServerIsUnderWay_waitsForIt_andFindsTheWriteLive() throws Exception {
        ObjectMapping row = damaged();
        ServerId spare = new ServerId("spare");
        long fence = remaps.claim("balancer-0").fence();
        Future<Set<WriteId>> condemned = database.transactions().run(session -> {
            WorkingSet rows = WorkingSet.lock(session, List.of(CAT));
            Future<Set<WriteId>> waiting =
                    threads.submit(() -> laterGarbage.condemn(fence, spare, List.of(row.writeId())));
            awaitBlocked(1);
            rows.put(MappingRules.repaired(row, onto(row, spare)).row());
            rows.flush();
            return waiting;
        });

        assertThat(condemned.get()).isEmpty();
        assertThat(garbage.garbage(0, 10)).isEmpty();
    }

    @Test
    void repair_whileItsServerIsBeingCondemnedForThatWrite_waitsForIt_andIsRefused() throws Exception {
        ObjectMapping row = damaged();
        ServerId spare = new ServerId("spare");
        long fence = remaps.claim("balancer-0").fence();
        Future<Remap.Outcome> repair = database.transactions().run(session -> {
            WorkingSet.lock(session, List.of(CAT)); // as condemning does
            Future<Remap.Outcome> waiting = threads.submit(() -> repairs.repair(fence, onto(row, spare)));
            awaitBlocked(1);
            Outbox.condemn(session, spare, Set.of(row.writeId()), afterGrace.millis());
            return waiting;
        });

        assertThat(repair.get()).isEqualTo(Remap.Outcome.STALE);
        assertThat(table.lookup(CAT).mapping()).isEqualTo(row);
    }

    @Test
    void commit_thatWasRefusedWhileItsRepeatWaited_isRefusedAgain() throws Exception {
        ObjectMapping cat = Objects.requireNonNull(commit(Samples.write(CAT)).current());
        Commit commit = Samples.write(CAT, Condition.IF_ABSENT);
        Future<CommitResult> repeated = database.transactions().run(session -> {
            CommitResult refused = new CommitTransaction(session, CLOCK.millis(), GRACE)
                    .run(List.of(commit))
                    .get(0);
            assertThat(refused).isEqualTo(new CommitResult(Status.PRECONDITION_FAILED, cat));
            WorkingSet rows = WorkingSet.lock(session, List.of(CAT));
            rows.remove(CAT);
            rows.flush();
            Future<CommitResult> waiting = threads.submit(() -> commit(commit));
            awaitBlocked(1);
            return waiting;
        });

        assertThat(repeated.get()).isEqualTo(new CommitResult(Status.PRECONDITION_FAILED, null));
        assertThat(table.lookup(CAT).mapping()).isNull();
    }

    @Test
    void commit_thatIsBeingRefusedBelowADeleteMarker_keepsTheMarkerAndItsRepeatWaiting() throws Exception {
        new PostgresBucketTable(database, CLOCK).create(CAT.bucket(), "");
        new PostgresBucketTable(database, CLOCK)
                .configure(CAT.bucket(), Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
        PostgresVersionTable versions = new PostgresVersionTable(database, CLOCK);
        ObjectMapping cat = Objects.requireNonNull(commit(Samples.write(CAT)).current());
        VersionId marker = Objects.requireNonNull(
                versions.delete(CAT, null, Condition.NONE).version());
        Commit commit = Samples.write(CAT, new Condition.IfMatch(cat.content().contentId()));
        List<Future<?>> later = new ArrayList<>();
        database.transactions().run(session -> {
            CommitResult refused = new CommitTransaction(session, CLOCK.millis(), GRACE)
                    .run(List.of(commit))
                    .get(0);
            assertThat(refused).isEqualTo(new CommitResult(Status.PRECONDITION_FAILED, null));
            later.add(threads.submit(() -> versions.delete(CAT, marker, Condition.NONE)));
            awaitBlocked(1);
            later.add(threads.submit(() -> commit(commit)));
            awaitBlocked(2);
            return refused;
        });

        assertThat(later.get(0).get()).isEqualTo(new Deletion(DeleteResult.DELETED, marker, true));
        ObjectMapping back = table.lookup(CAT).mapping();
        assertThat(later.get(1).get()).isEqualTo(new CommitResult(Status.PRECONDITION_FAILED, back));
        assertThat(back).extracting(ObjectMapping::content).isEqualTo(cat.content());
    }

    @Test
    void copyOntoAVersion_thatIsBeingDeleted_waitsBeforeItLocksAnyRow() throws Exception {
        ObjectMapping cat = Objects.requireNonNull(commit(Samples.write(CAT)).current());
        ObjectId dog = Samples.object("dog");
        ObjectMapping source = Objects.requireNonNull(commit(Samples.write(dog)).current());
        PostgresUploadTable uploads = new PostgresUploadTable(database, CLOCK, GRACE);
        Copy copy = new Copy(
                dog,
                source.content().contentId(),
                CAT,
                "",
                Map.of(),
                new Condition.IfMatch(cat.content().contentId()),
                Samples.writeId(),
                Samples.writeId());
        Future<CommitResult> waiting = database.transactions().run(session -> {
            KeyLock.lock(session, CAT);
            Future<CommitResult> copying = threads.submit(() -> uploads.copy(copy));
            awaitBlocked(1);
            WorkingSet rows = WorkingSet.lock(session, List.of(CAT, dog));
            assertThat(rows.row(CAT)).isEqualTo(cat);
            return copying;
        });

        assertThatThrownBy(waiting::get).as("its lists were never written").hasCauseInstanceOf(ChameleonError.class);
    }

    @Test
    void commit_whoseConnectionIsCutInTheMiddle_failsAsUnavailable_andSucceedsWhenRepeated() throws Exception {
        commit(Samples.write(CAT));
        Commit one = Samples.write(CAT);
        Commit other = Samples.write(Samples.object("dog"));
        database.transactions().run(session -> {
            WorkingSet.lock(session, List.of(CAT));
            Future<List<CommitResult>> batch = threads.submit(() -> table.commit(List.of(other, one)));
            awaitBlocked(1);
            session.createNativeQuery("""
                            select count(pg_terminate_backend(pid)) from pg_stat_activity
                            where datname = current_database() and wait_event_type = 'Lock'
                            """, Long.class).getSingleResult();
            assertThatThrownBy(batch::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
            return batch;
        });
        assertThat(table.lookup(other.id()).mapping()).as("none of the batch").isNull();

        assertThat(table.commit(List.of(other, one)))
                .extracting(CommitResult::status)
                .containsExactly(Status.COMMITTED, Status.COMMITTED);
        assertThat(Objects.requireNonNull(table.lookup(CAT).mapping()).writeId())
                .isEqualTo(one.writeId());
    }

    @Test
    void everyConnectionCut_costsNothingButTheTransactionsInFlight() {
        commit(Samples.write(CAT));
        PostgresForTests.execute(
                "postgres",
                "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = '"
                        + PostgresForTests.sharedName() + "'");
        await().ignoreExceptionsInstanceOf(ChameleonError.class)
                .until(() -> commit(Samples.write(CAT)).status() == Status.COMMITTED);
        forgetConnections();
    }

    /** Or the next test gets one that was cut: the pool gives out without a check what was in use a moment ago. */
    private void forgetConnections() {
        try {
            database.pool().unwrap(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void repairQueue_isExactlyTheDegradedRows() {
        Commit degraded = Samples.write(CAT, Condition.NONE, List.of(5));
        commit(degraded);
        assertThat(queued()).containsExactly("cat [5]");
        commit(Samples.write(CAT, Condition.NONE, List.of(0)));
        assertThat(queued()).containsExactly("cat [0]");
        commit(Samples.write(CAT));
        assertThat(queued()).isEmpty();

        ObjectMapping whole = Objects.requireNonNull(table.lookup(CAT).mapping());
        table.reportDamage(new Damage(CAT, whole.writeId(), List.of(1, 2)));
        assertThat(queued()).containsExactly("cat [1, 2]");
        table.delete(CAT, Condition.NONE);
        assertThat(queued()).isEmpty();
    }

    private List<String> queued() {
        return database.transactions()
                .run(session -> session.createSelectionQuery("from RepairRow", RepairRow.class).getResultList().stream()
                        .map(row -> row.id.key() + " " + Arrays.toString(row.missing))
                        .toList());
    }

    @Test
    void listing_ofFoldedPrefixes_seeksPastThem() {
        for (String folder : List.of("a", "b", "c")) {
            table.commit(IntStream.range(0, 1000)
                    .mapToObj(i -> Samples.write(Samples.object(folder + "/" + i)))
                    .toList());
        }
        PostgresForTests.execute(PostgresForTests.sharedName(), "analyze object_mapping");
        long read = database.transactions().run(session -> {
            long before = rowsRead(session);
            ObjectPage page = new ListingQuery(session, new ListQuery("photos", "", "/", "", 1000)).page();
            assertThat(page.commonPrefixes()).containsExactly("a/", "b/", "c/");
            return rowsRead(session) - before;
        });
        assertThat(read).as("rows read of 3000").isLessThan(100);
    }

    /** By this connection, since the database last collected statistics: only a difference is meaningful. */
    private static long rowsRead(StatelessSession session) {
        return session.createNativeQuery(
                        "select idx_tup_fetch from pg_stat_xact_user_tables where relname = 'object_mapping'",
                        Long.class)
                .getSingleResult();
    }

    @Test
    void writesAtTheEdgeOfTheGracePeriod_countAsLiveWhileTheirCommitMayBeInFlight() {
        Commit late = Samples.write(CAT);
        long age = GRACE.plusSeconds(1).toMillis();
        PostgresGarbageTable soon =
                new PostgresGarbageTable(database, InstantSource.offset(CLOCK, Duration.ofMillis(age)), GRACE);
        PostgresGarbageTable later = new PostgresGarbageTable(
                database,
                InstantSource.offset(
                        CLOCK, GRACE.plus(database.longestTransaction()).plusMinutes(1)),
                GRACE);

        assertThat(soon.liveWrites(Samples.SIX.servers().get(0), List.of(late.writeId())))
                .containsExactly(late.writeId());
        assertThat(later.liveWrites(Samples.SIX.servers().get(0), List.of(late.writeId())))
                .isEmpty();
    }

    @Test
    void collectedRows_areDeletedOnceNoRepeatCanCome() {
        commit(Samples.write(CAT));
        commit(Samples.write(CAT));
        garbage.collected(garbage.garbage(0, 100).stream().map(Garbage::id).toList());
        assertThat(outboxRows()).as("one for the write").isEqualTo(1);

        InstantSource later = InstantSource.offset(
                CLOCK, GRACE.plus(database.longestTransaction()).plusMinutes(1));
        new PostgresGarbageTable(database, later, GRACE).collected(List.of());
        assertThat(outboxRows()).isZero();
    }

    private long outboxRows() {
        return database.transactions()
                .run(session -> session.createNativeQuery("select count(*) from fragment_outbox", Long.class)
                        .getSingleResult());
    }
}
