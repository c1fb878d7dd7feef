package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Commits find writes in the outbox by the index of writes. Sessions keep the plan that they made while the outbox was empty, and by
 * any other index each commit would read all that waits there.
 */
class OutboxPlanTest {
    private static final List<WriteId> WRITES = List.of(new WriteId(1, 2), new WriteId(3, 4));

    private interface Binding {
        void to(PreparedStatement statement) throws SQLException;
    }

    @Test
    void statementsThatNameWrites_goByTheIndexOfWrites() {
        try (Database database = Database.open(PostgresForTests.newDatabase(), new SimpleMeterRegistry())) {
            assertByWrite(plan(database, Outbox.ROWS, statement -> Outbox.bind(statement, 1, WRITES, 5)));
            assertByWrite(plan(database, Outbox.REOPEN, statement -> {
                statement.setLong(1, 5);
                statement.setObject(2, WriteKey.highs(WRITES));
                statement.setObject(3, WriteKey.lows(WRITES));
                statement.setString(4, "flash-0");
            }));
            assertByWrite(plan(database, Outbox.OF_SERVER, statement -> {
                statement.setObject(1, WriteKey.highs(WRITES));
                statement.setObject(2, WriteKey.lows(WRITES));
                statement.setString(3, "flash-0");
            }));
        }
    }

    private static void assertByWrite(String plan) {
        assertThat(plan)
                .contains("fragment_outbox_by_write")
                .doesNotContain("fragment_outbox_waiting", "fragment_outbox_collected", "Seq Scan");
    }

    private static String plan(Database database, String sql, Binding binding) {
        return database.transactions().query(connection -> plan(connection, sql, binding));
    }

    private static String plan(Connection connection, String sql, Binding binding) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("explain " + sql)) {
            binding.to(statement);
            List<String> lines = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    lines.add(result.getString(1));
                }
            }
            return String.join("\n", lines);
        }
    }
}
