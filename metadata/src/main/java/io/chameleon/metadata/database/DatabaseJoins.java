package io.chameleon.metadata.database;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the further databases into use: at the start those that answer, each of the others when it does. One that
 * answers and is not what it should be fails the start. Later it is refused, and asked again.
 */
final class DatabaseJoins implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseJoins.class);

    private final Database first;
    private final List<DatabaseJoin> all;
    private final List<LateDatabase> late;
    private final ScheduledExecutorService threads;

    DatabaseJoins(Database first, List<DatabaseJoin> all) {
        this.first = first;
        this.all = List.copyOf(all);
        // One that does not answer keeps no other waiting.
        this.threads = Executors.newScheduledThreadPool(
                Math.max(1, all.size()),
                Thread.ofPlatform().name("database-join-", 0).daemon().factory());
        this.late = all.stream()
                .map(join -> new LateDatabase(join, threads::isShutdown))
                .toList();
    }

    /**
     * Takes those into use that answer. All are checked before anything is recorded of a new one, which must answer.
     *
     * @param clock of the first database
     */
    void atStart(InstantSource clock) {
        Set<Integer> recorded = FurtherDatabases.since(first).keySet();
        List<DatabaseJoin> there = all.stream()
                .filter(join -> {
                    boolean isRecorded = recorded.contains(join.number());
                    return atStart(join, isRecorded, () -> join.check(isRecorded));
                })
                .toList();
        FurtherDatabases.record(first, all.size() + 1, clock);
        there.forEach(join -> {
            boolean unused = atStart(join, true, join::enter);
        });
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** Returns whether it answers. */
    private static boolean atStart(DatabaseJoin join, boolean mayBeAway, Step step) {
        try {
            step.run();
            return true;
        } catch (SQLException | RuntimeException e) {
            join.close();
            boolean isAway = DatabaseFailure.isAway(e);
            String reason = DatabaseFailure.reason(e);
            if (isAway && mayBeAway) {
                LOG.warn("database {} does not answer, so what is there is unavailable: {}", join.number(), reason);
                return false;
            }
            throw e instanceof RuntimeException refused && !isAway
                    ? refused
                    : new IllegalStateException(
                            "database " + join.number() + " is new and does not answer: " + reason, e);
        }
    }

    /** From now on the others are asked, too. */
    void start() {
        waiting().forEach(database -> schedule(database, Duration.ZERO));
    }

    /** Asks the others once, on the caller's thread. */
    void attempt() {
        waiting().forEach(database -> {
            Optional<Duration> unused = database.attempt();
        });
    }

    private List<LateDatabase> waiting() {
        return late.stream().filter(database -> !database.isInUse()).toList();
    }

    private void schedule(LateDatabase database, Duration delay) {
        if (!threads.isShutdown()) {
            var unused = threads.schedule(
                    () -> database.attempt().ifPresent(again -> schedule(database, again)),
                    delay.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Does not wait for one that does not answer. */
    @Override
    public void close() {
        threads.shutdownNow();
        all.forEach(DatabaseJoin::close);
    }
}
