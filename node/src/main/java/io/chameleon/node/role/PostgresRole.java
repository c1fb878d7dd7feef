package io.chameleon.node.role;

import io.chameleon.core.Require;
import io.chameleon.node.embedded.DataDirectory;
import io.chameleon.node.embedded.PostgresConfig;
import io.chameleon.node.embedded.PostgresServer;
import io.chameleon.server.Parts;
import io.chameleon.server.admin.AdminHttp;
import io.chameleon.server.admin.Health;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** PostgreSQL with its admin page, for clusters that have none of their own. */
public final class PostgresRole implements AutoCloseable {
    private final Parts parts = new Parts();
    private final PostgresServer postgres;
    private final AdminHttp admin;

    /** @param adminPort 0 for any free one; bound to the database's host */
    public PostgresRole(PostgresConfig config, int adminPort) {
        Require.that(adminPort >= 0 && adminPort <= 65_535, "postgresql.admin-port", adminPort, "0 (any) to 65535");
        try {
            Health health = new Health();
            admin = parts.opened(new AdminHttp(
                    new InetSocketAddress(config.host(), adminPort),
                    parts.opened(new ProcessMetrics()).registry(),
                    health,
                    Map.of()));
            DataDirectory unused = parts.opened(DataDirectory.open(config.dataDir(), "--postgresql.data-dir"));
            postgres = parts.opened(PostgresServer.start(config));
            health.require("answering", postgres::isAnswering).started();
        } catch (IOException e) {
            parts.close();
            throw new UncheckedIOException("postgresql.data-dir: " + config.dataDir() + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    public int adminPort() {
        return admin.port();
    }

    /** Completes with the reason if PostgreSQL ends by itself. */
    public CompletableFuture<String> failed() {
        return postgres.failed();
    }

    @Override
    public void close() {
        parts.close();
    }
}
