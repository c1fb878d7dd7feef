package io.chameleon.metadata.database;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The databases of a metadata process, open: of one cluster, in the order of their numbers, each with its clock.
 * Metrics of each have its number as label {@code database}, unless there is only one.
 */
public final class OpenDatabases implements AutoCloseable {
    private final List<Database> all = new ArrayList<>();
    private final List<ClockWatch> clocks = new ArrayList<>();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final String cluster;
    private final DatabaseJoins joins;
    private final CountWatch count;

    /**
     * Connects to them and migrates their schema. A further one that the cluster has had may be away: what is in it is
     * unavailable then. It comes into use when it answers, after {@link #start}.
     *
     * @param configs of all, in the order of their numbers
     * @param clusterId of the cluster that a first database without objects shall be of; empty: it keeps its own
     * @param grace the age from which an uncommitted write is refused
     * @param host clock of the host
     * @param checks makes the check of what each further one has
     * @throws RuntimeException if the first or a new one does not answer, or if one that answers may not be used, or is
     *     not the one that its place in the configuration says; nothing stays open then
     */
    public OpenDatabases(
            List<DatabaseConfig> configs,
            String clusterId,
            Duration grace,
            InstantSource host,
            FurtherCheck.Maker checks,
            MeterRegistry registry) {
        DatabaseCount told = new DatabaseCount(configs.size());
        try {
            for (int number = 0; number < configs.size(); number++) {
                MeterRegistry metrics = told.told() == 1 ? registry : labelled(registry, number);
                Database database = number == 0
                        ? Database.open(configs.get(number), metrics, number, told)
                        : Database.further(configs.get(number), metrics, number, told);
                open.push(database);
                all.add(database);
                ClockWatch clock = new ClockWatch(database, host, System::nanoTime, grace, metrics);
                open.push(clock);
                clocks.add(clock);
            }
            cluster = new ClusterIdentity(first()).open(clusterId);
            FurtherCheck check =
                    checks.of(first(), all.size(), number -> all.get(number).connect(cluster, number));
            joins = new DatabaseJoins(
                    first(),
                    IntStream.range(1, all.size())
                            .mapToObj(number -> new DatabaseJoin(
                                    all.get(number), clock(number), number, cluster, all.size(), check))
                            .toList());
            open.push(joins);
            joins.atStart(clock());
            count = new CountWatch(first(), told, System::nanoTime);
            open.push(count);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static MeterRegistry labelled(MeterRegistry registry, int number) {
        CompositeMeterRegistry labelled = new CompositeMeterRegistry();
        labelled.config().commonTags("database", Integer.toString(number));
        labelled.add(registry);
        return labelled;
    }

    /** From now on it looks whether there are more, and whether those that were away answer. */
    public void start() {
        count.start();
        joins.start();
    }

    /** Asks those that were away once more. */
    void attempt() {
        joins.attempt();
    }

    /** Whether each answered its last call. */
    public boolean areAnswering() {
        return all.stream().allMatch(Database::isAnswering);
    }

    /** Whether no place of the configuration has led to a database that may not be used there. */
    public boolean areAccepted() {
        return all.stream().noneMatch(Database::isRefused);
    }

    /** Whether the host's clock agrees with that of any; else nothing is served. */
    public boolean isClockRight() {
        return clocks.stream().anyMatch(ClockWatch::agrees);
    }

    public List<Database> all() {
        return List.copyOf(all);
    }

    public Database first() {
        return all.getFirst();
    }

    /** Of the first database. */
    public ClockWatch clock() {
        return clocks.getFirst();
    }

    public ClockWatch clock(int number) {
        return clocks.get(number);
    }

    /** The id of their cluster. */
    public String cluster() {
        return cluster;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("a database does not close", e);
            }
        }
    }
}
