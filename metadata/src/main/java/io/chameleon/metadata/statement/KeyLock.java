package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.hibernate.StatelessSession;

/** Locks keys of objects, whether they have rows or not, until the end of the transaction. */
public final class KeyLock {
    /** In the order of what is locked, whoever asks for which objects: so no two transactions wait for each other. */
    static final String SQL = """
            select pg_advisory_xact_lock(hash)
            from (select distinct hashtextextended(name, 0) as hash from unnest(cast(? as text[])) as of(name)
                  order by hash) locked
            """;

    private KeyLock() {}

    /** Taken before any row is locked, so that it cannot deadlock with one. */
    public static void lock(StatelessSession session, ObjectId object) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(SQL)) {
                bind(connection, statement, 1, List.of(object));
                statement.execute();
            }
        });
    }

    static void bind(Connection connection, PreparedStatement statement, int at, Collection<ObjectId> objects)
            throws SQLException {
        statement.setArray(at, Sql.texts(connection, objects, ObjectId::toString));
    }
}
