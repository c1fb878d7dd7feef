package io.chameleon.metadata.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attempts to take a database into use that was away when the process started. One thread makes them. */
final class LateDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(LateDatabase.class);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    /** Somebody has to bring another database. */
    private static final Duration REFUSED = Duration.ofSeconds(10);

    private final DatabaseJoin join;
    private final BooleanSupplier isClosing;
    private String said = "";

    /** @param isClosing whether the process is: then a failure says nothing of the database */
    LateDatabase(DatabaseJoin join, BooleanSupplier isClosing) {
        this.join = join;
        this.isClosing = isClosing;
    }

    boolean isInUse() {
        return join.database().isInUse();
    }

    /** Returns when to try again; empty if it is in use now. */
    Optional<Duration> attempt() {
        try {
            join.check(true);
            join.enter();
            LOG.info("database {} answers, and is in use from now on", join.number());
            return Optional.empty();
        } catch (SQLException | RuntimeException e) {
            join.close();
            return Optional.of(failed(e));
        }
    }

    private Duration failed(Exception e) {
        if (isClosing.getAsBoolean() || DatabaseFailure.isAway(e)) {
            LOG.debug("database {} is asked again later: {}", join.number(), e.toString());
            join.database().refused("");
            return AGAIN;
        }
        String reason = DatabaseFailure.reason(e);
        if (!reason.equals(said)) {
            LOG.error("database {} is refused, and nothing of it is served: {}", join.number(), reason);
        }
        said = reason;
        join.database().refused(reason);
        return REFUSED;
    }
}
