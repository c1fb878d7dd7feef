package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What callers of a database that fails over learn, and what has happened. */
class SimDatabaseTest {
    private static final long MILLI = 1_000_000;
    private static final InstantSource CLOCK = () -> Instant.ofEpochMilli(0);

    private final World world = new World(1);
    private final InMemoryMappingTable table = table();
    private final SimDatabase database = new SimDatabase(world, content("here", table), CLOCK);
    private final SimProcess process = new SimProcess(world, "m0", new HostClock(world));
    private final Tables tables = database.connect(process, () -> {});

    private @Nullable Object answer;
    private @Nullable ChameleonError failure;

    private static InMemoryMappingTable table() {
        return new InMemoryMappingTable(CLOCK, Duration.ofMinutes(10));
    }

    private static SimDatabase.Content content(String cluster, InMemoryMappingTable of) {
        return new SimDatabase.Content(
                cluster,
                new ForwardingTables(of, of, of, of, of::buckets, of::uploads, of::versions),
                new ServersTable(of));
    }

    /** Asks from a thread of the process; no time passes yet. */
    private void ask(Supplier<Object> question) {
        answer = null;
        failure = null;
        process.start(() -> {
            try {
                answer = question.get();
            } catch (ChameleonError e) {
                failure = e;
            }
        });
    }

    /** As {@link #ask}, and the transaction is on its way. */
    private void begin(Supplier<Object> question) {
        ask(question);
        assertThat(world.time().step(MILLI)).isTrue();
    }

    private void pass(long millis) {
        world.runUntil(world.time().now() + millis * MILLI);
    }

    private void failedWith(ErrorCode code) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    private void lostConnection() {
        assertThat(answer).isNull();
        failedWith(ErrorCode.UNAVAILABLE);
    }

    @Test
    void transaction_takesTime_andAnswers() {
        ask(() -> tables.claim("b0").fence());
        assertThat(answer).isNull();
        pass(1);
        assertThat(answer).isEqualTo(1L);
        assertThat(table.balancerEpoch().holder()).isEqualTo("b0");
    }

    @Test
    void failover_beforeATransactionArrived_undoesNothing() {
        begin(() -> tables.claim("b0").fence());
        database.failOver(0);
        pass(1);
        lostConnection();
        assertThat(table.balancerEpoch()).isEqualTo(BalancerEpoch.INITIAL);
    }

    /** Done, and the caller does not know. */
    @Test
    void failover_afterATransactionWasDone_keepsIt() {
        ask(() -> {
            BalancerEpoch claimed = tables.claim("b0");
            return claimed.fence();
        });
        while (table.balancerEpoch().fence() == 0) {
            assertThat(world.time().step(10 * MILLI)).isTrue();
        }
        database.failOver(0);
        pass(1);
        lostConnection();
        assertThat(table.balancerEpoch().holder()).isEqualTo("b0");
    }

    @Test
    void standby_thatTakesOver_refusesConnectionsForAWhile() {
        pass(1_000);
        database.failOver(50 * MILLI);
        ask(() -> tables.claim("b0").fence());
        pass(10);
        lostConnection();
        pass(50);
        ask(() -> tables.claim("b0").fence());
        pass(10);
        assertThat(answer).isEqualTo(1L);
    }

    @Test
    void anotherDatabase_isFoundByTheNextTransaction_andItsContentIsItsOwn() {
        InMemoryMappingTable other = table();
        other.claim("somebody else");
        database.replace(content("there", other));
        assertThat(database.content().cluster()).isEqualTo("there");
        ask(() -> tables.balancerEpoch().holder());
        pass(1);
        assertThat(answer).isEqualTo("somebody else");
        assertThat(table.balancerEpoch()).isEqualTo(BalancerEpoch.INITIAL);
    }

    @Test
    void transactionUnderWay_whenTheDatabaseIsReplaced_isLost() {
        begin(() -> tables.claim("b0").fence());
        database.replace(content("there", table()));
        pass(1);
        lostConnection();
    }

    @Test
    void refusalOfTheTable_reachesTheCaller() {
        ask(() -> {
            tables.storePlan(7, new StoredPlan(1, List.of(), false));
            return "stored";
        });
        pass(1);
        assertThat(answer).isNull();
        failedWith(ErrorCode.FENCED);
    }

    @Test
    void guard_thatRefuses_keepsTheTransactionFromBeginning() {
        Tables guarded = database.connect(process, () -> {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "the clock is wrong");
        });
        ask(() -> guarded.claim("b0").fence());
        pass(1);
        assertThat(failure).hasMessageContaining("the clock is wrong");
        assertThat(table.balancerEpoch()).isEqualTo(BalancerEpoch.INITIAL);
    }

    @Test
    void nestedTables_goThroughTheDatabase() {
        database.failOver(50 * MILLI);
        ask(() -> tables.buckets().create("bucket", "owner"));
        pass(10);
        lostConnection();
        ask(() -> tables.uploads().extents("bucket", new WriteId(1, 2)) == null);
        pass(10);
        lostConnection();
        pass(50);
        ask(() -> tables.buckets().create("bucket", "owner").name());
        pass(10);
        assertThat(answer).isEqualTo("bucket");
    }
}
