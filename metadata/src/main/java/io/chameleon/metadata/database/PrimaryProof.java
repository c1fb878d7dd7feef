package io.chameleon.metadata.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a {@link PrimaryLease}: a commit twice a second that the synchronous standby must confirm. */
final class PrimaryProof implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PrimaryProof.class);
    private static final long PERIOD_MILLIS = 500;

    /** Proves nothing once the standby names are removed: then the primary commits alone. */
    private static final String BEAT = """
            update primary_proof set beat = beat + 1
            where id = 1 and current_setting('synchronous_standby_names') <> ''
              and current_setting('synchronous_commit') in ('on', 'remote_apply')
            """;

    private final HikariDataSource source;
    private final PrimaryLease lease;
    private final LongSupplier nanos;
    private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("chameleon-primary-proof").daemon().factory());
    private boolean lost;

    /** Sends the first beat before it returns, so a service starts with a lease or logs why not. */
    PrimaryProof(DatabaseConfig config, PrimaryLease lease, LongSupplier nanos) {
        this.source = DatabasePool.proving(config);
        this.lease = lease;
        this.nanos = nanos;
        beat();
        var unused = beats.scheduleWithFixedDelay(this::beat, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void beat() {
        long sent = nanos.getAsLong();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            boolean confirmed = statement.executeUpdate(BEAT) == 1 && statement.getWarnings() == null;
            if (confirmed) {
                lease.renew(sent);
            }
            say(confirmed, "no synchronous standby has confirmed it");
        } catch (SQLException e) {
            say(false, e.toString());
        }
    }

    private void say(boolean confirmed, String why) {
        if (confirmed == lost) {
            lost = !confirmed;
            if (lost) {
                LOG.warn("the database does not prove that it is the primary: {}", why);
            } else {
                LOG.info("the database proves again that it is the primary");
            }
        }
    }

    @Override
    public void close() {
        beats.shutdownNow();
        source.close();
    }
}
