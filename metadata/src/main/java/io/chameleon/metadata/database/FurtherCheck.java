package io.chameleon.metadata.database;

import java.sql.Connection;
import java.sql.SQLException;

/** Whether a further database may come into use, by what it has and what the others remember. */
@FunctionalInterface
public interface FurtherCheck {
    /** A connection to another database of the cluster, to that of its number and no other. */
    interface Peers {
        Connection connect(int number) throws SQLException;
    }

    /** Makes the check of a process. */
    interface Maker {
        /** @param count of all databases */
        FurtherCheck of(Database first, int count, Peers peers);
    }

    /**
     * @param further a connection to the database of that number, without a transaction
     * @throws RuntimeException in one line if it may not; {@code UNAVAILABLE} if a database that has to be asked does
     *     not answer
     */
    void require(int number, Connection further) throws SQLException;
}
