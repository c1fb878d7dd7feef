package io.chameleon.node.config;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.MetadataConfigBuilder;
import io.chameleon.metadata.database.DatabaseConfig;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The settings of a metadata process. */
public final class MetadataKeys {
    private static final MetadataConfig STANDARD =
            MetadataConfig.defaults(DatabaseConfig.defaults("jdbc:postgresql://localhost/chameleon", "chameleon", ""));

    static final Key<String> HOST =
            Key.text("metadata.host", "127.0.0.1", "address to listen on, for requests and for the admin page");
    static final Key<Integer> PORT = Key.port("metadata.port", 7400, "port for requests; 0 for any");
    static final Key<Integer> ADMIN_PORT = Key.port("metadata.admin-port", 7401, "port of the admin page; 0 for any");
    static final Key<Duration> GRACE_PERIOD = Key.time(
            "metadata.grace-period",
            STANDARD.gracePeriod(),
            "age from which on a write may not be committed any more; balancer.grace must be the same");
    static final Key<RedundancyScheme> REP =
            scheme("metadata.scheme.rep", STANDARD.rep(), "scheme of the REP policy, such as REP(3)");
    static final Key<RedundancyScheme> EC =
            scheme("metadata.scheme.ec", STANDARD.ec(), "scheme of the EC policy, such as EC(4+2)");
    static final Key<Integer> RING_POINTS =
            Key.integer("metadata.ring-points", STANDARD.ringPoints(), "points of each server on the placement ring");
    static final Key<Integer> COMMITTERS = Key.integer(
            "metadata.committers", STANDARD.committers(), "transactions of commits at a time, each with a connection");
    static final Key<Integer> MAX_BATCH =
            Key.integer("metadata.max-batch", STANDARD.maxBatch(), "most commits in a transaction");
    static final Key<Integer> MAX_QUEUED_COMMITS = Key.integer(
            "metadata.max-queued-commits",
            STANDARD.maxQueuedCommits(),
            "commits that wait for a committer; further ones are refused as overload");
    static final Key<Integer> MAX_IN_FLIGHT = Key.integer(
            "metadata.max-in-flight",
            STANDARD.maxInFlight(),
            "other requests in work or waiting; further ones are refused as overload");
    static final Key<String> CLUSTER_ID = Key.text(
            "metadata.cluster-id",
            "",
            "id of the cluster that a database without objects shall be of, a UUID; a database that has objects keeps its own");
    static final Key<String> DATABASE_URL =
            Key.text("metadata.database.url", null, "the database, jdbc:postgresql://host[:port][,host...]/database");
    static final Key<List<String>> DATABASE_FURTHER_URLS = new Key<>(
            "metadata.database.further-urls",
            "text",
            "",
            "further databases that share the buckets with it, as URLs, in the order in which they were added; never removed",
            MetadataKeys::urls);
    static final Key<String> DATABASE_USER =
            Key.text("metadata.database.user", STANDARD.database().user(), "user of the database");
    static final Key<String> DATABASE_PASSWORD = Key.text(
            "metadata.database.password",
            STANDARD.database().password(),
            "the user's password; better in the environment than in a flag, which others can see");
    static final Key<Integer> DATABASE_POOL_SIZE =
            Key.integer("metadata.database.pool-size", STANDARD.database().poolSize(), "connections of this process");
    static final Key<Duration> DATABASE_CONNECT_TIMEOUT = Key.time(
            "metadata.database.connect-timeout",
            STANDARD.database().connectTimeout(),
            "how long a transaction waits for a connection");
    static final Key<Duration> DATABASE_STATEMENT_TIMEOUT = Key.time(
            "metadata.database.statement-timeout",
            STANDARD.database().statementTimeout(),
            "how long a statement may run, and a transaction may idle");

    static final Key<Boolean> DATABASE_REQUIRE_STANDBY = Key.flag(
            "metadata.database.require-standby",
            STANDARD.database().requireStandby(),
            "refuse a database without a synchronous standby, and answer nothing that its standby has not confirmed lately");

    private static final List<Key<?>> DATABASE = List.of(
            DATABASE_URL,
            DATABASE_FURTHER_URLS,
            DATABASE_USER,
            DATABASE_PASSWORD,
            DATABASE_POOL_SIZE,
            DATABASE_CONNECT_TIMEOUT,
            DATABASE_STATEMENT_TIMEOUT,
            DATABASE_REQUIRE_STANDBY);

    static final List<Key<?>> LIST = Stream.concat(
                    Stream.of(
                            HOST,
                            PORT,
                            ADMIN_PORT,
                            GRACE_PERIOD,
                            REP,
                            EC,
                            RING_POINTS,
                            COMMITTERS,
                            MAX_BATCH,
                            MAX_QUEUED_COMMITS,
                            MAX_IN_FLIGHT,
                            CLUSTER_ID),
                    DATABASE.stream())
            .toList();
    /** All that a metadata process reads. */
    public static final List<Key<?>> OF_ROLE =
            Stream.of(LIST, CommonKeys.LIST).flatMap(List::stream).toList();

    /** All that a rebuild reads. */
    public static final List<Key<?>> OF_REBUILD =
            Stream.of(DATABASE, CommonKeys.LIST).flatMap(List::stream).toList();

    private MetadataKeys() {}

    private static Key<RedundancyScheme> scheme(String name, RedundancyScheme standard, String description) {
        return new Key<>(name, "scheme", standard.toString(), description, RedundancyScheme::parse);
    }

    /** A URL may name several hosts, with commas between them. */
    private static List<String> urls(String text) {
        List<String> urls = Stream.of(text.split("[\\s,]+(?=jdbc:)"))
                .map(String::strip)
                .filter(url -> !url.isEmpty())
                .toList();
        for (String url : urls) {
            Require.that(
                    url.startsWith("jdbc:postgresql:") && !url.matches(".*\\s.*"),
                    "metadata.database.further-urls",
                    url.replaceAll("(?i)(password=)[^&]*", "$1***"),
                    "jdbc:postgresql://host[:port][,host...]/database, and a comma or blank before the next");
        }
        return urls;
    }

    private static DatabaseConfig database(String url, Settings settings) {
        return new DatabaseConfig(
                url,
                settings.get(DATABASE_USER),
                settings.get(DATABASE_PASSWORD),
                settings.get(DATABASE_POOL_SIZE),
                settings.get(DATABASE_CONNECT_TIMEOUT),
                settings.get(DATABASE_STATEMENT_TIMEOUT),
                settings.get(DATABASE_REQUIRE_STANDBY));
    }

    public static MetadataConfig metadata(Settings settings) {
        return settings.checked(() -> MetadataConfigBuilder.builder()
                .database(database(settings.get(DATABASE_URL), settings))
                .further(settings.get(DATABASE_FURTHER_URLS).stream()
                        .map(url -> database(url, settings))
                        .toList())
                .host(settings.get(HOST))
                .port(settings.get(PORT))
                .gracePeriod(settings.get(GRACE_PERIOD))
                .rep(settings.get(REP))
                .ec(settings.get(EC))
                .ringPoints(settings.get(RING_POINTS))
                .committers(settings.get(COMMITTERS))
                .maxBatch(settings.get(MAX_BATCH))
                .maxQueuedCommits(settings.get(MAX_QUEUED_COMMITS))
                .maxInFlight(settings.get(MAX_IN_FLIGHT))
                .clusterId(settings.get(CLUSTER_ID))
                .build());
    }

    public static int adminPort(Settings settings) {
        return settings.get(ADMIN_PORT);
    }
}
