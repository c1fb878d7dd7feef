package io.chameleon.metadata.gauge;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.routing.DatabaseTables;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * Each database, for an operator.
 *
 * <ul>
 *   <li>{@code chameleon_metadata_database_up{database}}: does it answer, or are its buckets unavailable?
 *   <li>{@code chameleon_metadata_database_refused{database}}: or does another answer in its place?
 *   <li>{@code chameleon_metadata_database_objects{database}}: do several databases hold about as much?
 * </ul>
 */
public final class DatabaseGauges {
    private DatabaseGauges() {}

    /** Whether it answers, and is what it should be. */
    public static void registerState(Database database, int number, MeterRegistry registry) {
        Gauge.builder("chameleon.metadata.database.up", database, it -> it.isAnswering() ? 1 : 0)
                .description("1 if this mapping database answered the last call of this process, else 0")
                .tag("database", Integer.toString(number))
                .strongReference(true)
                .register(registry);
        Gauge.builder("chameleon.metadata.database.refused", database, it -> it.isRefused() ? 1 : 0)
                .description("1 if what answers in place of this mapping database is another, empty, or unfit, else 0")
                .tag("database", Integer.toString(number))
                .strongReference(true)
                .register(registry);
    }

    /**
     * How much is in it.
     *
     * @param background runs a count, which may wait for the database
     */
    public static void registerObjects(
            DatabaseTables tables, InstantSource clock, Executor background, MeterRegistry registry) {
        BackgroundCount<Long> rows = new BackgroundCount<>(
                "objects of database " + tables.number(),
                () -> tables.remaps().countByState().values().stream()
                        .mapToLong(Long::longValue)
                        .sum(),
                clock,
                background);
        Gauge.builder("chameleon.metadata.database.objects", rows, DatabaseGauges::value)
                .description("rows of objects and chunks in this mapping database")
                .tag("database", Integer.toString(tables.number()))
                .strongReference(true)
                .register(registry);
    }

    private static double value(BackgroundCount<Long> rows) {
        Long latest = rows.latest();
        return latest == null ? Double.NaN : latest;
    }
}
