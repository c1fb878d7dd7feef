package io.chameleon.testservices;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A real PostgreSQL that syncs what it commits, as in production. Starting takes a second or two, in a container a few
 * more.
 */
public final class TestPostgres implements AutoCloseable {
    /** Superuser, and its password. */
    public static final String USER = "postgres";

    private static final String IMAGE = "postgres:18-alpine";
    private static final int PORT = 5432;

    private final String address;
    private final AutoCloseable service;

    private TestPostgres(String address, AutoCloseable service) {
        this.address = address;
        this.service = service;
    }

    public static TestPostgres start() {
        return Kind.OF_JVM.start("PostgreSQL", TestPostgres::container, TestPostgres::embedded);
    }

    @SuppressWarnings("resource") // closed by close(), or with the JVM
    private static TestPostgres container() {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(IMAGE))
                .withEnv("POSTGRES_PASSWORD", USER)
                .withExposedPorts(PORT)
                .waitingFor(Wait.forLogMessage(".*database system is ready to accept connections.*\\s", 2)
                        .withStartupTimeout(Duration.ofMinutes(1)));
        container.start();
        return new TestPostgres(container.getHost() + ":" + container.getMappedPort(PORT), container);
    }

    private static TestPostgres embedded() {
        try {
            EmbeddedPostgres postgres = OwnPostgres.start(() -> EmbeddedPostgres.builder()
                    .setDataDirectory(ServiceDirectory.make("postgresql"))
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("max_connections", "200"));
            return new TestPostgres("localhost:" + postgres.getPort(), postgres);
        } catch (IOException e) {
            throw new UncheckedIOException("embedded PostgreSQL does not start", e);
        }
    }

    /** With user and password; the database {@code postgres} always exists. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://" + address + "/" + database + "?user=" + USER + "&password=" + USER;
    }

    /** As the superuser. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database));
    }

    @Override
    public void close() throws Exception {
        service.close();
    }
}
