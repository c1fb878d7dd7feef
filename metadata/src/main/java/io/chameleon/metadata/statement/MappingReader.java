package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.row.MappingRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.hibernate.StatelessSession;

/**
 * Reads rows of {@code object_mapping}, compact ones too.
 *
 * @param codes of the database that the rows are from
 */
public record MappingReader(ServerCodes codes) implements Sql.Read<ObjectMapping> {
    /** Of the session's database. */
    public static MappingReader of(StatelessSession session) {
        return new MappingReader(ServerCodes.of(session));
    }

    /** From an answer with all columns. */
    @Override
    public ObjectMapping row(ResultSet found) throws SQLException {
        return mapping(found.getStatement().getConnection(), MappingColumns.read(found));
    }

    /** Rows that Hibernate has read in a session of this database. */
    public List<ObjectMapping> mappings(StatelessSession session, List<MappingRow> rows) {
        return session.doReturningWork(connection -> {
            List<ObjectMapping> mappings = new ArrayList<>(rows.size());
            for (MappingRow row : rows) {
                mappings.add(mapping(connection, row));
            }
            return mappings;
        });
    }

    private ObjectMapping mapping(Connection connection, MappingRow row) throws SQLException {
        List<ServerId> coded = row.destinationServers == null
                ? codes.servers(connection, Objects.requireNonNull(row.places, "places"))
                : List.of();
        return row.toMapping(coded);
    }
}
