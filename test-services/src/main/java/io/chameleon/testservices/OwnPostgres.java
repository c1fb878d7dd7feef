package io.chameleon.testservices;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Starts the library's PostgreSQL. Between the choice of a free port and its use another process may take that port:
 * the library then waits in vain, or takes the PostgreSQL of another test for its own. So the server is asked who it
 * is, and another port is tried.
 */
final class OwnPostgres {
    private static final int TRIES = 3;
    /** Any name with a dot is a setting of its own. */
    private static final String MARK = "test.mark";

    private OwnPostgres() {}

    /** Which port to try next. */
    interface Ports {
        int next() throws IOException;
    }

    /** @param settings of the server, made anew for each try */
    static EmbeddedPostgres start(Supplier<EmbeddedPostgres.Builder> settings) throws IOException {
        return start(settings, OwnPostgres::free);
    }

    static EmbeddedPostgres start(Supplier<EmbeddedPostgres.Builder> settings, Ports ports) throws IOException {
        for (int tries = 1; ; tries++) {
            String mark = UUID.randomUUID().toString();
            try {
                EmbeddedPostgres postgres = settings.get()
                        .setPort(ports.next())
                        .setPGStartupWait(Duration.ofMinutes(2)) // ten seconds are too few on a busy machine
                        .setServerConfig(MARK, mark)
                        .start();
                if (isOurs(postgres, mark)) {
                    return postgres;
                }
                postgres.close();
                throw new IOException("another PostgreSQL answers on port " + postgres.getPort());
            } catch (IOException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    private static int free() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }

    private static boolean isOurs(EmbeddedPostgres postgres, String mark) throws IOException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("select current_setting('" + MARK + "', true)")) {
            return answer.next() && mark.equals(answer.getString(1));
        } catch (SQLException e) {
            postgres.close();
            throw new IOException("a PostgreSQL that has just started does not answer", e);
        }
    }
}
