package io.chameleon.node.config;

import io.chameleon.node.embedded.PostgresConfig;
import java.nio.file.Path;
import java.util.List;

/** The settings of the role {@code postgresql}. */
public final class PostgresKeys {
    static final Key<String> DATA_DIR =
            Key.path("postgresql.data-dir", null, "directory of the database's files and programs");
    static final Key<String> HOST =
            Key.text("postgresql.host", "127.0.0.1", "address to listen on; 0.0.0.0 or :: for all, loopback included");
    static final Key<Integer> PORT = Key.port("postgresql.port", 5432, "port of the database");
    static final Key<Integer> ADMIN_PORT = Key.port("postgresql.admin-port", 5433, "port of the admin page; 0 for any");
    static final Key<String> USER =
            Key.text("postgresql.user", "chameleon", "the user, made with the files; superuser of this database");
    static final Key<String> PASSWORD = Key.text(
            "postgresql.password",
            null,
            "the user's password, set with the files; better in the environment than in a flag");
    static final Key<String> DATABASE =
            Key.text("postgresql.database", "chameleon", "the database, created if it is missing");
    static final Key<Integer> MAX_CONNECTIONS = Key.integer(
            "postgresql.max-connections",
            100,
            "connections taken; metadata.database.pool-size for each metadata process and some for operators");
    static final Key<Long> SHARED_BUFFERS =
            Key.bytes("postgresql.shared-buffers", 128L << 20, "PostgreSQL's own cache");

    static final Key<Boolean> INITIALISE = Key.flag(
            "postgresql.initialise",
            true,
            "whether a directory without a database gets a new one; false where there was one, so that a lost one is noticed");

    static final List<Key<?>> LIST = List.of(
            DATA_DIR, HOST, PORT, ADMIN_PORT, USER, PASSWORD, DATABASE, MAX_CONNECTIONS, SHARED_BUFFERS, INITIALISE);
    /** All that the role reads. */
    public static final List<Key<?>> OF_ROLE = LIST;

    private PostgresKeys() {}

    public static PostgresConfig postgres(Settings settings) {
        return settings.checked(() -> {
            Path dataDir = Path.of(settings.get(DATA_DIR));
            return new PostgresConfig(
                    dataDir,
                    dataDir,
                    settings.get(HOST),
                    settings.get(PORT),
                    settings.get(USER),
                    settings.get(PASSWORD),
                    settings.get(DATABASE),
                    settings.get(MAX_CONNECTIONS),
                    settings.get(SHARED_BUFFERS),
                    settings.get(INITIALISE));
        });
    }

    public static int adminPort(Settings settings) {
        return settings.get(ADMIN_PORT);
    }
}
