package io.chameleon.metadata;

import io.chameleon.core.Require;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.batch.LookupBatcher;
import io.chameleon.metadata.database.DatabaseConfig;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Settings of one metadata process; all processes of a cluster must agree on the grace period, the schemes and the
 * ring.
 *
 * @param host address to listen on
 * @param port port to listen on, 0 for any
 * @param gracePeriod the age from which an uncommitted write is refused
 * @param rep scheme of the REP policy; survives the loss of a server, as that of a bucket does
 * @param ec scheme of the EC policy; survives the loss of a server
 * @param ringPoints points of each server on the placement ring
 * @param committers concurrent transactions of commits; each takes a connection
 * @param maxBatch most commits in a transaction
 * @param maxQueuedCommits commits that wait for a committer; further ones are refused as overload
 * @param maxInFlight other requests in work or waiting for a connection; further ones are refused as overload
 * @param clusterId of the cluster that a database without objects shall be of; empty: it keeps its own
 * @param further databases that the mapping table is on besides {@code database}, in the order in which they were added
 */
@RecordBuilder
public record MetadataConfig(
        DatabaseConfig database,
        String host,
        int port,
        Duration gracePeriod,
        RedundancyScheme rep,
        RedundancyScheme ec,
        int ringPoints,
        int committers,
        int maxBatch,
        int maxQueuedCommits,
        int maxInFlight,
        String clusterId,
        List<DatabaseConfig> further)
        implements MetadataConfigBuilder.With {
    /** The number of a database is a byte of ids that are sent; a cluster needs far fewer. */
    private static final int MOST_FURTHER = 63;

    public MetadataConfig {
        Require.that(!host.isBlank(), "metadata.host", host, "an address to listen on");
        Require.that(port >= 0 && port <= 65_535, "metadata.port", port, "0 (any) to 65535");
        Require.that(gracePeriod.toMinutes() >= 1, "metadata.grace-period", gracePeriod, ">= 1 min");
        requireScheme("metadata.scheme.rep", rep, RedundancyPolicy.REP, "REP(copies)");
        requireScheme("metadata.scheme.ec", ec, RedundancyPolicy.EC, "EC(data+parity)");
        Require.that(ringPoints >= 1 && ringPoints <= 4096, "metadata.ring-points", ringPoints, "1 to 4096");
        Require.that(
                committers >= 1 && committers < database.poolSize(),
                "metadata.committers",
                committers,
                "1 to " + (database.poolSize() - 1) + ", fewer than metadata.database.pool-size");
        Require.that(maxBatch >= 1 && maxBatch <= 1024, "metadata.max-batch", maxBatch, "1 to 1024 commits");
        Require.that(maxQueuedCommits >= maxBatch, "metadata.max-queued-commits", maxQueuedCommits, ">= " + maxBatch);
        Require.that(maxInFlight >= 1, "metadata.max-in-flight", maxInFlight, ">= 1 request");
        ServerIdentity.require(clusterId, "metadata.cluster-id");
        further = List.copyOf(further);
        Require.that(
                further.size() <= MOST_FURTHER,
                "metadata.database.further-urls",
                further.size() + " URLs",
                "at most " + MOST_FURTHER);
        List<String> urls = Stream.concat(Stream.of(database), further.stream())
                .map(DatabaseConfig::jdbcUrl)
                .toList();
        Require.that(
                urls.stream().distinct().count() == urls.size(),
                "metadata.database.further-urls",
                "a URL twice",
                "each database once");
    }

    private static void requireScheme(String key, RedundancyScheme scheme, RedundancyPolicy policy, String form) {
        Require.that(scheme.policy() == policy, key, scheme, form);
        Require.that(scheme.survives() > 0, key, scheme, form + " that survives the loss of a server");
    }

    /** All databases, in the order of their numbers. */
    public List<DatabaseConfig> allDatabases() {
        return Stream.concat(Stream.of(database), further.stream()).toList();
    }

    /** All addresses, any port, 1 h of grace, REP(3) and EC(4+2), 64 ring points, 2 committers of up to 128 commits. */
    public static MetadataConfig defaults(DatabaseConfig database) {
        return new MetadataConfig(
                database,
                "0.0.0.0",
                0,
                Duration.ofHours(1),
                RedundancyScheme.REP_3,
                RedundancyScheme.EC_4_2,
                64,
                2,
                128,
                4096,
                4096,
                "",
                List.of());
    }

    /** Of buckets that have none of their own. */
    RedundancyScheme scheme(RedundancyPolicy policy) {
        return policy == RedundancyPolicy.REP ? rep : ec;
    }

    /** Connections left for everything except commits and lookups. */
    int workers() {
        return Math.max(1, database.poolSize() - committers - LookupBatcher.AT_A_TIME);
    }
}
