package io.chameleon.testservices;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL primary and a hot standby that follows it, synchronously once {@link #synchronous} is called. Starts in
 * a few seconds.
 */
public final class TestReplication implements AutoCloseable {
    private static @Nullable Path first;

    private final Path directory;
    private final EmbeddedPostgres primary;
    private @Nullable EmbeddedPostgres standby;

    private TestReplication(Path directory) throws IOException {
        this.directory = directory;
        Path files = directory.resolve("primary");
        copy(first(), files);
        Path copy = directory.resolve("standby");
        copy(first(), copy);
        this.primary = start(files);
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=localhost port=" + primary.getPort()
                        + " user=postgres application_name=standby'\nwal_retrieve_retry_interval = 100ms\n");
        this.standby = start(copy);
    }

    /** In a directory that nothing else uses, and that the caller deletes. */
    public static TestReplication start(Path directory, boolean synchronous) {
        try {
            TestReplication pair = new TestReplication(directory);
            if (synchronous) {
                pair.synchronous();
            }
            return pair;
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("a primary with a standby does not start", e);
        }
    }

    private static EmbeddedPostgres start(Path files) throws IOException {
        return OwnPostgres.start(() -> EmbeddedPostgres.builder()
                .setDataDirectory(files)
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "50"));
    }

    /** An empty database that does not run, made once for this JVM: that takes ten times a copy's processor time. */
    private static synchronized Path first() throws IOException {
        Path made = first;
        if (made == null) {
            made = Path.of("target", "first-database").toAbsolutePath();
            if (Files.exists(made)) {
                Files.walkFileTree(made, new Deletion());
            }
            start(made).close();
            first = made;
        }
        return made;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.copy(path, to.resolve(from.relativize(path)), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** From now on each commit waits for the standby. */
    private void synchronous() throws SQLException {
        execute(primary.getPort(), "alter system set synchronous_standby_names = 'standby'");
        execute(primary.getPort(), "select pg_reload_conf()");
    }

    public int primaryPort() {
        return primary.getPort();
    }

    public int standbyPort() {
        if (standby == null) {
            throw new IllegalStateException("the standby is stopped");
        }
        return standby.getPort();
    }

    /** {@code jdbc:postgresql://localhost:<ports>/postgres} as the superuser. */
    public static String url(String hosts) {
        return "jdbc:postgresql://" + hosts + "/postgres?user=postgres&password=postgres";
    }

    /** As the superuser, on a connection of its own. */
    public static void execute(int port, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("localhost:" + port));
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    /** Makes the standby a primary, which follows no other. */
    public void promote() throws SQLException {
        execute(standbyPort(), "select pg_promote()");
    }

    public void stopStandby() throws IOException {
        if (standby != null) {
            standby.close();
            standby = null;
        }
    }

    @Override
    public void close() {
        try {
            stopStandby();
            // Commits that wait for a standby would delay its shutdown.
            execute(primary.getPort(), "alter system set synchronous_standby_names = ''");
            execute(primary.getPort(), "select pg_reload_conf()");
            primary.close();
            Files.walkFileTree(directory, new Deletion());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
        }
    }
}
