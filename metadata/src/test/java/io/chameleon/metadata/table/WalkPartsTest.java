package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page of a walk is several transactions; each test inserts an event between two of them, or into one. */
class WalkPartsTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ServerId LOST = new ServerId("flash-3");
    private static final int OBJECTS = 42;
    /** Ten per part, and two are left for another page. */
    private static final int PAGE = 40;
    /** The first transaction of a page, and its parts. */
    private static final int TRANSACTIONS_BEFORE_THE_LAST = 5;

    private final DatabaseConfig config = PostgresForTests.migratedDatabase();
    private final Database database = Database.open(config, new SimpleMeterRegistry());
    private final PostgresRepairTable walker = new PostgresRepairTable(database, CLOCK, GRACE);

    private final Database others = Database.open(config, new SimpleMeterRegistry());
    private final PostgresMappingTable mapping = new PostgresMappingTable(others, CLOCK, GRACE);
    private final PostgresRepairTable repairs = new PostgresRepairTable(others, CLOCK, GRACE);
    private final PostgresRemapTable remaps = new PostgresRemapTable(others, CLOCK, GRACE);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private long fence;
    private Evacuation begun;

    @BeforeEach
    void lose() {
        List<ObjectId> ids = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            ids.add(Samples.object("o" + (100 + i)));
        }
        mapping.commit(ids.stream().map(Samples::write).toList());
        fence = remaps.claim("first").fence();
        repairs.begin(fence, LOST);
        begun = record();
    }

    @AfterEach
    void close() {
        threads.close();
        database.close();
        others.close();
    }

    private Evacuation record() {
        return repairs.evacuating().records().getFirst();
    }

    /** Runs {@code event} before the n-th transaction of the walk, counted from 0. */
    private void before(int transaction, Runnable event) {
        AtomicInteger begun = new AtomicInteger();
        database.transactions().onlyWhile(() -> {
            if (begun.getAndIncrement() == transaction) {
                event.run();
            }
        });
    }

    /** Completes the walk as the current leader. Returns the record then. */
    private Evacuation goOn() {
        long now = remaps.balancerEpoch().fence();
        Evacuation at = record();
        while (at.walk() == 0) {
            at = repairs.walk(now, at, PAGE).orElseThrow();
        }
        return at;
    }

    private void assertAllQueuedOnce() {
        assertThat(repairs.repairs(OBJECTS + 1))
                .hasSize(OBJECTS)
                .allMatch(task -> task.missing().equals(List.of(2)));
        assertThat(repairs.repairStatus().objects()).isEqualTo(OBJECTS);
    }

    private List<Long> versions() {
        return repairs.objectsOn(LOST, null, OBJECTS + 1).objects().stream()
                .map(task -> task.row().version())
                .toList();
    }

    @Test
    void page_endsWhereItsLastPartDoes_andTheNextGoesOnThere() {
        Evacuation half = walker.walk(fence, begun, PAGE).orElseThrow();
        assertThat(half.objects()).isEqualTo(PAGE);
        assertThat(half.cursor()).isEqualTo(Samples.object("o139"));
        assertThat(record()).isEqualTo(half);

        assertThat(goOn().objects()).isEqualTo(OBJECTS);
        assertAllQueuedOnce();
    }

    @Test
    void leaderThatIsReplacedAsAPartBegins_isRefused_andTheNextOneDoesThePageAgain() {
        before(3, () -> assertThat(remaps.claim("second").fence()).isGreaterThan(fence));
        assertThatThrownBy(() -> walker.walk(fence, begun, PAGE))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED));
        assertThat(record()).as("where the walk is").isEqualTo(begun);
        assertThat(repairs.repairStatus().objects()).isLessThan(PAGE);

        Evacuation walked = goOn();
        assertThat(walked.walk()).isEqualTo(1);
        assertAllQueuedOnce();
    }

    @Test
    void leaderThatIsReplacedOnceAllPartsAreQueued_isRefused_andTheNextOneChangesNoneOfThem() {
        before(
                TRANSACTIONS_BEFORE_THE_LAST,
                () -> assertThat(remaps.claim("second").fence()).isGreaterThan(fence));
        assertThatThrownBy(() -> walker.walk(fence, begun, PAGE)).isInstanceOf(ChameleonError.class);
        assertThat(record()).isEqualTo(begun);
        assertThat(repairs.repairStatus().objects()).isEqualTo(PAGE);
        List<Long> versions = versions().subList(0, PAGE);

        goOn();
        assertAllQueuedOnce();
        assertThat(versions().subList(0, PAGE)).isEqualTo(versions);
    }

    @Test
    void partThatFails_takesTheWalkNoFurther_andTheOthersAreNotDoneTwice() {
        before(2, () -> {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "the connection is cut");
        });
        assertThatThrownBy(() -> walker.walk(fence, begun, PAGE))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        assertThat(record()).isEqualTo(begun);
        assertThat(repairs.repairStatus().objects()).isEqualTo(PAGE * 3 / 4);

        goOn();
        assertAllQueuedOnce();
    }

    @Test
    void serverThatReturnsInTheMiddleOfAPage_keepsNoRecord() {
        before(TRANSACTIONS_BEFORE_THE_LAST, () -> repairs.end(fence, begun));
        assertThat(walker.walk(fence, begun, PAGE)).isEmpty();
        assertThat(repairs.evacuating().records()).isEmpty();
    }

    @Test
    void objectsThatChangeBetweenReadAndMark_areQueuedAsTheyAreThen() throws Exception {
        ObjectId overwritten = Samples.object("o105");
        ObjectId gone = Samples.object("o106");
        ObjectId damaged = Samples.object("o107");
        ObjectId known = Samples.object("o108");
        Future<Optional<Evacuation>> walk = others.transactions().run(session -> {
            WorkingSet rows = WorkingSet.lock(session, List.of(overwritten, gone, damaged, known));
            Future<Optional<Evacuation>> waiting = threads.submit(() -> walker.walk(fence, begun, PAGE));
            await().until(() -> blocked() == 1);
            await().until(() -> repairs.repairStatus().objects() == PAGE * 3 / 4);
            new CommitTransaction(session, CLOCK.millis(), GRACE).run(List.of(Samples.write(overwritten)));
            rows.remove(gone);
            degrade(rows, damaged, 4);
            degrade(rows, known, 2);
            rows.flush();
            return waiting;
        });

        assertThat(walk.get().orElseThrow().objects())
                .as("one is gone, one was known")
                .isEqualTo(PAGE - 2);
        assertThat(repairs.repairs(PAGE))
                .hasSize(PAGE - 1)
                .filteredOn(task -> !task.row().id().equals(damaged))
                .allMatch(task -> task.missing().equals(List.of(2)));
        assertThat(repairs.repairs(1))
                .extracting(task -> task.row().id(), RepairTask::missing)
                .containsExactly(tuple(damaged, List.of(2, 4)));
        assertThat(repairs.repairs(PAGE))
                .extracting(RepairTask::row)
                .contains(mapping.lookup(overwritten).mapping());
    }

    private static void degrade(WorkingSet rows, ObjectId id, int index) {
        ObjectMapping row = Objects.requireNonNull(rows.row(id));
        assertThat(rows.degrade(new Damage(id, row.writeId(), List.of(index)), CLOCK.millis()))
                .isTrue();
    }

    private long blocked() {
        return others.transactions().run(session ->
                (Long) session.createNativeQuery("""
                        select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'
                        """, Long.class).getSingleResult());
    }
}
