package io.chameleon.metadata.database;

import io.chameleon.core.ServerId;
import io.chameleon.metadata.row.Places;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Which servers the codes of column {@code places} stand for: table {@code server_code}, in the memory of a process. A
 * code stands for the same server for good, so what is known here stays true. What another process has added is read
 * when a row needs it. Each database has its own: of two servers that share a code, either may have it. Safe from any
 * thread.
 */
public final class ServerCodes {
    static final String PROPERTY = "chameleon.server-codes";

    private static final String ALL = "select code, server from server_code";

    /** The first of several servers that share a code has it. What others add meanwhile is not in the answer. */
    private static final String NAME = """
            with named as (
                insert into server_code (code, server)
                select c.code, c.id from (select %s as code, s.id from servers s) c
                where not exists (select 1 from server_code known where known.code = c.code) order by c.id
                on conflict do nothing returning code, server)
            select code, server from named union all
            """.formatted(Places.OF_NAME.formatted("s.id")) + ALL;

    private volatile Map<Short, ServerId> servers = Map.of();

    static ServerCodes known(Connection connection) throws SQLException {
        ServerCodes codes = new ServerCodes();
        codes.read(connection);
        return codes;
    }

    /** Those of the database that a session belongs to. */
    public static ServerCodes of(StatelessSession session) {
        return (ServerCodes)
                Objects.requireNonNull(session.getFactory().getProperties().get(PROPERTY));
    }

    /** Reads what all processes have committed. */
    public void read(Connection connection) throws SQLException {
        servers = servers(connection, ALL);
    }

    /**
     * Lets each code that has none stand for one of the known servers, in a transaction of its own: no commit waits for
     * a code. Two processes may do this at once.
     */
    public void name(Transactions transactions) {
        servers = transactions.run(session -> session.doReturningWork(connection -> servers(connection, NAME)));
    }

    private static Map<Short, ServerId> servers(Connection connection, String sql) throws SQLException {
        Map<Short, ServerId> servers = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                servers.put(Places.number(rows.getBytes(1), 0), new ServerId(rows.getString(2)));
            }
        }
        return Map.copyOf(servers);
    }

    /** Whether the codes of all of these stand for them. Reads nothing: what is not known yet does not. */
    public boolean standFor(List<ServerId> named) {
        Map<Short, ServerId> known = servers;
        return named.stream().allMatch(server -> server.equals(known.get(Places.number(Places.code(server), 0))));
    }

    /**
     * The servers of a row without names. If one of them is not known, reads the table once more.
     *
     * @throws SQLException if a code stands for no server
     */
    public List<ServerId> servers(Connection connection, byte[] places) throws SQLException {
        List<ServerId> found = known(places);
        if (found == null) {
            read(connection);
            found = known(places);
        }
        if (found == null) {
            throw new SQLException("a code of an object's servers is not in table server_code");
        }
        return found;
    }

    /** Null if a code is not known. */
    private @Nullable List<ServerId> known(byte[] places) {
        Map<Short, ServerId> known = servers;
        List<ServerId> found = new ArrayList<>(places.length / Places.BYTES);
        for (int at = 0; at < places.length; at += Places.BYTES) {
            ServerId server = known.get(Places.number(places, at));
            if (server == null) {
                return null;
            }
            found.add(server);
        }
        return List.copyOf(found);
    }
}
