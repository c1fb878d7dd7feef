package io.chameleon.metadata.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.hibernate.StatelessSession;

/**
 * Whether a process of an earlier build, which does not know column {@code places} and walks by {@code server_object},
 * may still run beside this one: for ten minutes from the start of each process, until the table says that it is
 * settled. No such process can start any more, since it refuses a newer schema.
 */
public final class UpgradeWindow {
    /** By then the process that this one replaces has ended. */
    public static final Duration LENGTH = Duration.ofMinutes(10);

    static final String PROPERTY = "chameleon.upgrade-window";

    private static final String SETTLED = "select settled, compact from server_object_check where id = 1";

    private final LongSupplier nanos;
    private final long endNanos;
    private final long longAfterNanos;
    private final boolean compact;

    UpgradeWindow(boolean settled, boolean compact, LongSupplier nanos) {
        this.nanos = nanos;
        this.compact = compact;
        long now = nanos.getAsLong();
        this.longAfterNanos = now + LENGTH.toNanos();
        this.endNanos = settled ? now : longAfterNanos;
    }

    static UpgradeWindow read(Connection connection, LongSupplier nanos) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet settled = statement.executeQuery(SETTLED)) {
            boolean known = settled.next();
            return new UpgradeWindow(known && settled.getBoolean(1), known && settled.getBoolean(2), nanos);
        }
    }

    /** The window of the process that a session belongs to. */
    public static UpgradeWindow of(StatelessSession session) {
        return (UpgradeWindow)
                Objects.requireNonNull(session.getFactory().getProperties().get(PROPERTY));
    }

    public boolean isOver() {
        return nanos.getAsLong() - endNanos >= 0;
    }

    /**
     * Whether rows may leave out what follows from other columns: no process of a build before schema 35 runs any more,
     * which could not read them.
     */
    public boolean allowsCompact() {
        return compact || isLongAfterStart();
    }

    /** Whether ten minutes have passed since the start, whatever the table says: no earlier build runs any more. */
    public boolean isLongAfterStart() {
        return nanos.getAsLong() - longAfterNanos >= 0;
    }
}
