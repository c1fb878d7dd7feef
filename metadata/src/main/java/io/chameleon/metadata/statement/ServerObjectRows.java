package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.UpgradeWindow;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * One transaction's changes to {@code server_object}, by which a process of an earlier build finds the objects of a
 * server: collected row by row, written in at most two statements, and only as long as such a process may run.
 */
public final class ServerObjectRows {
    private static final String WANTED =
            "unnest(cast(? as text[]), cast(? as text[]), cast(? as text[])) as w(server, bucket, object_key)";

    private static final String INSERT = "insert into server_object (server, bucket, object_key)"
            + " select w.server, w.bucket, w.object_key from " + WANTED + " on conflict do nothing";

    private static final String DELETE = "delete from server_object s using " + WANTED
            + " where s.server = w.server and s.bucket = w.bucket and s.object_key = w.object_key";

    private record Entry(ServerId server, ObjectId id) {}

    private final List<Entry> added = new ArrayList<>();
    private final List<Entry> removed = new ArrayList<>();

    public void change(@Nullable ObjectMapping before, @Nullable ObjectMapping after) {
        Set<ServerId> was = live(before);
        Set<ServerId> is = live(after);
        if (after != null) {
            is.stream()
                    .filter(server -> !was.contains(server))
                    .forEach(server -> added.add(new Entry(server, after.id())));
        }
        if (before != null) {
            was.stream()
                    .filter(server -> !is.contains(server))
                    .forEach(server -> removed.add(new Entry(server, before.id())));
        }
    }

    private static Set<ServerId> live(@Nullable ObjectMapping row) {
        return row == null ? Set.of() : new HashSet<>(row.live().servers());
    }

    public void flush(StatelessSession session) {
        if (UpgradeWindow.of(session).isOver()) {
            return;
        }
        session.doWork(connection -> {
            execute(connection, DELETE, removed);
            execute(connection, INSERT, added);
        });
    }

    private static void execute(Connection connection, String sql, List<Entry> entries) throws SQLException {
        if (entries.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(
                    1,
                    texts(
                            connection,
                            entries.stream().map(entry -> entry.server.value()).toArray()));
            statement.setArray(
                    2,
                    texts(
                            connection,
                            entries.stream().map(entry -> entry.id.bucket()).toArray()));
            statement.setArray(
                    3,
                    texts(
                            connection,
                            entries.stream().map(entry -> entry.id.key()).toArray()));
            int unused = statement.executeUpdate();
        }
    }

    private static Array texts(Connection connection, Object[] texts) throws SQLException {
        return connection.createArrayOf("text", texts);
    }
}
