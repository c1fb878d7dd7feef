package io.chameleon.metadata.schema;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Ends a transaction that was not committed; after a commit it does nothing. Closing the connection alone would free
 * its locks only once the server has noticed.
 *
 * <pre>{@code
 * try (Connection connection = source.getConnection();
 *         Rollback _ = connection::rollback) {
 *     connection.setAutoCommit(false);
 * }
 * }</pre>
 */
public interface Rollback extends AutoCloseable {
    /** {@link Connection#rollback()}. */
    @Override
    void close() throws SQLException;
}
