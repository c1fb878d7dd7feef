package io.chameleon.node.embedded;

import io.chameleon.core.Require;
import io.chameleon.transport.rpc.Endpoint;
import java.nio.file.Path;

/**
 * A PostgreSQL with one database and one user, its superuser.
 *
 * @param dataDir holds its files; nothing else uses it
 * @param programDir holds its programs; other databases, of other processes too, may share it unless it is {@code
 *     dataDir}
 * @param host address to listen on, {@code 0.0.0.0} or {@code ::} for all
 * @param port 1 to 65535
 * @param user created with the files, with {@code password}; a later password has to be changed by SQL
 * @param database created if it is missing
 * @param maxConnections of all clients together
 * @param sharedBuffersBytes PostgreSQL's own cache
 * @param initialise whether a directory without a database gets a new, empty one; false if there was one, whose loss
 *     must not pass for a first start
 */
public record PostgresConfig(
        Path dataDir,
        Path programDir,
        String host,
        int port,
        String user,
        String password,
        String database,
        int maxConnections,
        long sharedBuffersBytes,
        boolean initialise) {
    private static final String NAME = "[a-z_][a-z0-9_]{0,62}";
    private static final long LEAST_BUFFERS = 1L << 20;
    /** PostgreSQL counts 2^30 - 1 pages of 8 KiB. */
    private static final long MOST_BUFFERS = 8191L << 30;
    /** PostgreSQL has places for 262143 processes, of which its own workers take some. */
    private static final int MOST_CONNECTIONS = 262_000;

    public PostgresConfig {
        Require.that(!dataDir.toString().isBlank(), "postgresql.data-dir", dataDir, "a directory");
        Require.that(!host.isBlank(), "postgresql.host", host, "a host name or address");
        Require.that(port >= 1 && port <= 65_535, "postgresql.port", port, "1 to 65535");
        Require.that(user.matches(NAME), "postgresql.user", user, "a name like chameleon");
        Require.that(!password.isBlank() && !password.contains("\n"), "postgresql.password", "***", "one line of text");
        Require.that(database.matches(NAME), "postgresql.database", database, "a name like chameleon");
        Require.that(
                maxConnections >= 5 && maxConnections <= MOST_CONNECTIONS,
                "postgresql.max-connections",
                maxConnections,
                "5 to " + MOST_CONNECTIONS);
        Require.that(
                sharedBuffersBytes >= LEAST_BUFFERS && sharedBuffersBytes <= MOST_BUFFERS,
                "postgresql.shared-buffers",
                sharedBuffersBytes,
                "1MiB to 8191GiB");
        dataDir = dataDir.toAbsolutePath().normalize();
        programDir = programDir.toAbsolutePath().normalize();
    }

    /** To PostgreSQL each of these is the addresses of one family alone, to everything else here all. */
    private boolean listensOnAll() {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    /** As PostgreSQL's {@code listen_addresses} has it. */
    String listenAddresses() {
        return listensOnAll() ? "*" : host;
    }

    /** For a client in the same process. */
    String localUrl(String name) {
        return "jdbc:postgresql://" + Endpoint.text(listensOnAll() ? "127.0.0.1" : host, port) + "/" + name;
    }

    /** Without the password: this goes into logs. */
    @Override
    public String toString() {
        return "PostgresConfig[" + user + "@" + Endpoint.text(host, port) + "/" + database + " on " + dataDir + "]";
    }
}
