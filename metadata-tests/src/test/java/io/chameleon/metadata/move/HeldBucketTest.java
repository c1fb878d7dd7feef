package io.chameleon.metadata.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ManualClock;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.metadata.routing.SeveralDatabases;
import io.chameleon.metadata.table.PostgresForTests;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a move's transactions leave where the server notices late that their connections are closed. */
class HeldBucketTest {
    private static final int SOURCE = 0;
    private static SeveralDatabases several;

    private Connection lingering;

    @BeforeAll
    static void open() {
        several = new SeveralDatabases(2);
    }

    @AfterAll
    static void close() {
        several.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        several.empty();
        lingering = several.databases.get(SOURCE).unlimited().getConnection();
    }

    @AfterEach
    void end() throws SQLException {
        lingering.close();
    }

    /** Gives one connection, which stays open. */
    private DataSource lasting() {
        ClassLoader loader = HeldBucketTest.class.getClassLoader();
        Object open = Proxy.newProxyInstance(
                loader,
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(lingering, arguments));
        return (DataSource)
                Proxy.newProxyInstance(loader, new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> open);
    }

    private HeldBucket connect(ClaimedMove claimed) throws SQLException {
        return HeldBucket.connect(
                new MoverConnections(number -> lasting(), (number, backend) -> true, () -> 0), claimed);
    }

    private ClaimedMove claimed() {
        several.put(SOURCE, "bees");
        Moves moves = new Moves(several.databases, new ManualClock());
        BucketMove begun = moves.orders.begin("bees", SOURCE, 1);
        ClaimedMove claimed = moves.records.claim().orElseThrow();
        assertThat(claimed.move().id()).isEqualTo(begun.id());
        return claimed;
    }

    private static void execute(String sql) {
        PostgresForTests.execute(PostgresForTests.name(several.configs.get(SOURCE)), sql);
    }

    private static void assertNobodyHoldsTheBucket() {
        assertThatCode(() -> execute("select 1 from frozen_bucket where bucket = 'bees' for update nowait"))
                .doesNotThrowAnyException();
    }

    @Test
    void attemptThatWasOvertaken_holdsNothing() throws SQLException {
        ClaimedMove slow = claimed();
        execute("insert into frozen_bucket (bucket, attempt, has_left) values ('bees', " + (slow.attempt() + 1)
                + ", false)");
        try (HeldBucket held = connect(slow)) {
            assertThatThrownBy(() -> held.freeze(held.source(), false)).isInstanceOf(SupersededException.class);
            assertNobodyHoldsTheBucket();
        }
    }

    @Test
    void workThatFails_leavesTheBucketFree() throws SQLException {
        ClaimedMove claimed = claimed();
        try (HeldBucket held = connect(claimed)) {
            held.freeze(held.source(), false);
            assertThatThrownBy(() -> held.holding(held.source(), connection -> {
                        throw new SQLException("the other database is away");
                    }))
                    .hasMessage("the other database is away");
            assertNobodyHoldsTheBucket();
        }
    }

    /** One says that a commit may not be on the standby; it must be this commit's. */
    @Test
    void warningFromBefore_failsNoTransaction() throws SQLException {
        ClaimedMove claimed = claimed();
        try (HeldBucket held = connect(claimed);
                Statement before = held.source().createStatement()) {
            before.execute("""
                    create function pg_temp.warn() returns trigger language plpgsql as
                        'begin raise warning ''before''; return null; end';
                    create temporary table warned (a int);
                    create constraint trigger warn after insert on warned deferrable initially deferred
                        for each row execute function pg_temp.warn();
                    insert into warned values (1)
                    """);
            held.source().commit();
            assertThat(held.source().getWarnings().getMessage()).isEqualTo("before");
            assertThatCode(() -> held.freeze(held.source(), false)).doesNotThrowAnyException();
        }
    }
}
