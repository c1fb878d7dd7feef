package io.chameleon.lab.chaos;

import io.chameleon.core.Require;
import io.chameleon.metadata.database.DatabaseConfig;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A chaos run.
 *
 * @param length of the load under faults
 * @param operations acknowledged ones until which it continues past its length, however long that takes; 0: it does not
 * @param kills until which it continues past its length, in the same way
 * @param until a file until whose existence it continues past its length; empty: it does not
 * @param killsPerMinute processes killed, on average
 * @param disasters that happen now and then, on top of that; those of the database only to one that is the cluster's
 *     own
 * @param disastersPerMinute how often, on average; each takes a minute or more, and no other begins before it is over
 * @param seed of every choice: the order of faults and victims, keys, operations, contents
 * @param servers flash servers; fewer than 7 leave no room to replace one that is down
 * @param clients of the SDK, each with a few operations in flight
 * @param gateways S3 gateways; for each, four operations of clients of S3 are in flight
 * @param operationsPerSecond begun by all clients together, at most; 0: as many as are answered
 * @param keys that clients share
 * @param serverBytes capacity of each flash server
 * @param settle how long at most to wait, after all faults, until nothing is left to collect; zero: this is not checked
 * @param database JDBC URL of a database that others run, and fail over; "" for one of the run's own
 * @param databases PostgreSQL servers of its own, over which the mapping table is spread; with several, buckets move
 *     between them
 * @param data where the cluster keeps its data and logs; must be empty or missing
 * @param report where the report goes
 */
@RecordBuilder
public record ChaosConfig(
        Duration length,
        long operations,
        int kills,
        Optional<Path> until,
        double killsPerMinute,
        Set<Disaster> disasters,
        double disastersPerMinute,
        long seed,
        int servers,
        int clients,
        int gateways,
        int operationsPerSecond,
        int keys,
        long serverBytes,
        Duration settle,
        String database,
        int databases,
        Path data,
        Path report) {
    /** The time for which a write may still be committed: the shortest allowed. */
    static final Duration GRACE = Duration.ofMinutes(1);

    static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(4);

    /** The time for an orphan to become old enough to be condemned, to be found, and to be collected. */
    private static final Duration LEAST_SETTLE = GRACE.multipliedBy(2)
            .plus(DatabaseConfig.longestTransaction(STATEMENT_TIMEOUT))
            .plusSeconds(10);

    private static final Duration LONGEST = Duration.ofDays(365);
    private static final int FEWEST_SERVERS = 6;
    private static final long LEAST_BYTES = 32L << 20;
    private static final int MOST_CLIENTS = 12;
    private static final int MOST_GATEWAYS = 4;
    private static final int MOST_DATABASES = 4;

    public ChaosConfig {
        boolean isOwnDatabase = database.isEmpty();
        disasters = disasters.stream()
                .filter(disaster -> isOwnDatabase || !disaster.isOfTheDatabase())
                .collect(Collectors.toUnmodifiableSet());
        Require.that(
                disastersPerMinute >= 0 && disastersPerMinute <= 60,
                "--disasters-per-minute",
                disastersPerMinute,
                "0 to 60");
        Require.that(
                length.toMillis() >= 1_000 && length.compareTo(LONGEST) <= 0,
                "--minutes",
                length,
                "at least a second, at most " + LONGEST.toDays() + " days");
        Require.that(operations >= 0, "--operations", operations, "0 or more");
        Require.that(
                kills == 0 || (kills > 0 && killsPerMinute > 0),
                "--kills",
                kills,
                "0, or more with --kills-per-minute above 0");
        Require.that(killsPerMinute >= 0 && killsPerMinute <= 600, "--kills-per-minute", killsPerMinute, "0 to 600");
        Require.that(
                servers >= FEWEST_SERVERS && servers <= 50,
                "--servers",
                servers,
                FEWEST_SERVERS + " (one for each fragment of a stripe) to 50");
        Require.that(clients >= 1 && clients <= MOST_CLIENTS, "--clients", clients, "1 to " + MOST_CLIENTS);
        Require.that(gateways >= 0 && gateways <= MOST_GATEWAYS, "--gateways", gateways, "0 to " + MOST_GATEWAYS);
        Require.that(operationsPerSecond >= 0, "--operations-per-second", operationsPerSecond, "0 or more");
        Require.that(keys >= 1 && keys <= 1_000_000, "--keys", keys, "1 to 1000000");
        Require.that(serverBytes >= LEAST_BYTES, "--server-bytes", serverBytes, "at least 32 MiB");
        Require.that(
                database.isEmpty() || database.startsWith("jdbc:postgresql:"),
                "--database",
                database,
                "jdbc:postgresql://host[:port][,host...]/database?user=USER&password=PASSWORD");
        Require.that(
                databases >= 1 && databases <= MOST_DATABASES && (isOwnDatabase || databases == 1),
                "--databases",
                databases,
                isOwnDatabase ? "1 to " + MOST_DATABASES : "1 with --database");
        Require.that(
                settle.isZero() || settle.compareTo(LEAST_SETTLE) >= 0,
                "--settle",
                settle,
                "0s, or at least " + LEAST_SETTLE.toSeconds() + "s: what a killed client left is not collected before");
    }
}
