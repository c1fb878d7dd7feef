package io.chameleon.cli.config;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.cli.role.BalancerRole;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicies;
import io.chameleon.transport.Endpoint;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What a balancer sets. */
public final class BalancerKeys {
    private static final BalancerConfig STANDARD = BalancerConfig.defaults();
    private static final PolicyConfig POLICY_STANDARD = PolicyConfig.defaults();

    static final Key<List<Endpoint>> METADATA = new Key<>(
            "balancer.metadata",
            "host:port,...",
            "127.0.0.1:7400",
            "addresses of the metadata service",
            text -> Arrays.stream(text.split(","))
                    .map(address -> Endpoint.parse(address.strip()))
                    .toList());
    static final Key<String> BIND_HOST =
            Key.text("balancer.bind-host", "127.0.0.1", "address to listen on, for requests and for the admin page");
    static final Key<String> ADVERTISED_HOST = Key.text(
            "balancer.advertised-host",
            "",
            "address under which operators reach this balancer; empty for balancer.bind-host");
    static final Key<Integer> PORT = Key.port("balancer.port", 7402, "port for requests; 0 for any");
    static final Key<Integer> ADMIN_PORT = Key.port("balancer.admin-port", 7403, "port of the admin page; 0 for any");
    static final Key<String> POLICY = new Key<>(
            "balancer.policy", "text", STANDARD.policy(), "wear policy: chameleon or none", BalancerKeys::knownPolicy);
    static final Key<Duration> EPOCH =
            Key.time("balancer.epoch", STANDARD.epochLength(), "time between two balancings");
    static final Key<Integer> CANDIDATES = Key.integer(
            "balancer.candidates",
            STANDARD.candidates(),
            "how many of the hottest and of the coldest objects a plan looks at");
    static final Key<Integer> REMAP_BATCH =
            Key.integer("balancer.remap-batch", STANDARD.remapBatch(), "remaps of one transaction");
    static final Key<Duration> REAP_INTERVAL = Key.time(
            "balancer.reap-interval", STANDARD.reapInterval(), "time between two collections of superseded fragments");
    static final Key<Duration> REAP_DELAY = Key.time(
            "balancer.reap-delay", STANDARD.reapDelay(), "how long superseded fragments stay for readers in flight");
    static final Key<Duration> GRACE = Key.time(
            "balancer.grace",
            STANDARD.grace(),
            "age from which on an uncommitted fragment is an orphan; the same as metadata.grace-period");
    static final Key<Integer> KEPT_EPOCHS =
            Key.integer("balancer.kept-epochs", STANDARD.keptEpochs(), "epochs of history kept by compaction");
    static final Key<Duration> REQUEST_TIMEOUT = Key.time(
            "balancer.request-timeout", STANDARD.requestTimeout(), "for each request to a server or to metadata");
    static final Key<Double> SIGMA_ARPT = Key.decimal(
            "balancer.sigma-arpt",
            POLICY_STANDARD.sigmaArpt(),
            "forecast deviation of wear above which redundancy is adapted (ARPT), a fraction of the mean erases");
    static final Key<Double> SIGMA_HCDS = Key.decimal(
            "balancer.sigma-hcds",
            POLICY_STANDARD.sigmaHcds(),
            "forecast deviation of wear above which hot and cold data swap (HCDS), a fraction of the mean erases");
    static final Key<Double> HEAT_HOT = Key.decimal(
            "balancer.heat-hot", POLICY_STANDARD.heatHot(), "heat from which on an object is hot, writes, decayed");
    static final Key<Integer> SWAPS_PER_EPOCH =
            Key.integer("balancer.swaps-per-epoch", POLICY_STANDARD.swapsPerEpoch(), "most swaps planned at a time");
    static final Key<Long> HCDS_FROM_EPOCH =
            Key.count("balancer.hcds-from-epoch", POLICY_STANDARD.hcdsFromEpoch(), "first epoch in which HCDS acts");
    static final Key<Integer> HORIZON_EPOCHS = Key.integer(
            "balancer.horizon-epochs", POLICY_STANDARD.horizonEpochs(), "how far ahead wear is made even, epochs");
    static final Key<Integer> INTENT_EXPIRY_EPOCHS = Key.integer(
            "balancer.intent-expiry-epochs",
            POLICY_STANDARD.intentExpiryEpochs(),
            "epochs after which an intent that nobody wrote is withdrawn");
    static final Key<Integer> COLD_MIGRATION_AFTER_EPOCHS = Key.integer(
            "balancer.cold-migration-after-epochs",
            POLICY_STANDARD.coldMigrationAfterEpochs(),
            "epochs after which an intent that nobody wrote may be carried out in bulk");
    static final Key<Integer> COLD_MIGRATION_FRAGMENTS = Key.integer(
            "balancer.cold-migration-fragments",
            POLICY_STANDARD.coldMigrationFragments(),
            "most fragments a plan copies in bulk; 0 for none");
    static final Key<Double> MAX_FILL = Key.decimal(
            "balancer.max-fill", POLICY_STANDARD.maxFill(), "share of its capacity to which a plan may fill a server");
    static final Key<Double> MAX_FILL_OVER_MEAN = Key.decimal(
            "balancer.max-fill-over-mean",
            POLICY_STANDARD.maxFillOverMean(),
            "how much fuller than the mean a plan may make a server, a factor");
    static final Key<Double> MAX_EXTRA_WRITES = Key.decimal(
            "balancer.max-extra-writes",
            POLICY_STANDARD.maxExtraWrites(),
            "share of the cluster's writes that hot objects may cost more under REP than under EC");
    static final Key<Boolean> AS_PRINTED = Key.flag(
            "balancer.as-printed",
            POLICY_STANDARD.asPrinted(),
            "plan exactly as the paper's algorithms are printed; for comparison");

    static final List<Key<?>> LIST = List.of(
            METADATA,
            BIND_HOST,
            ADVERTISED_HOST,
            PORT,
            ADMIN_PORT,
            POLICY,
            EPOCH,
            CANDIDATES,
            REMAP_BATCH,
            REAP_INTERVAL,
            REAP_DELAY,
            GRACE,
            KEPT_EPOCHS,
            REQUEST_TIMEOUT,
            SIGMA_ARPT,
            SIGMA_HCDS,
            HEAT_HOT,
            SWAPS_PER_EPOCH,
            HCDS_FROM_EPOCH,
            HORIZON_EPOCHS,
            INTENT_EXPIRY_EPOCHS,
            COLD_MIGRATION_AFTER_EPOCHS,
            COLD_MIGRATION_FRAGMENTS,
            MAX_FILL,
            MAX_FILL_OVER_MEAN,
            MAX_EXTRA_WRITES,
            AS_PRINTED);
    /** All that a balancer reads. */
    public static final List<Key<?>> OF_ROLE =
            Stream.of(LIST, CommonKeys.LIST).flatMap(List::stream).toList();

    private BalancerKeys() {}

    private static String knownPolicy(String name) {
        WearPolicies.byName(name, POLICY_STANDARD);
        return name;
    }

    public static BalancerConfig balancer(Settings settings) {
        return new BalancerConfig(
                settings.get(POLICY),
                policy(settings),
                settings.get(EPOCH),
                settings.get(CANDIDATES),
                settings.get(REMAP_BATCH),
                settings.get(REAP_INTERVAL),
                settings.get(REAP_DELAY),
                settings.get(GRACE),
                settings.get(KEPT_EPOCHS),
                settings.get(REQUEST_TIMEOUT));
    }

    private static PolicyConfig policy(Settings settings) {
        return PolicyConfig.builder()
                .sigmaArpt(settings.get(SIGMA_ARPT))
                .sigmaHcds(settings.get(SIGMA_HCDS))
                .heatHot(settings.get(HEAT_HOT))
                .swapsPerEpoch(settings.get(SWAPS_PER_EPOCH))
                .hcdsFromEpoch(settings.get(HCDS_FROM_EPOCH))
                .horizonEpochs(settings.get(HORIZON_EPOCHS))
                .intentExpiryEpochs(settings.get(INTENT_EXPIRY_EPOCHS))
                .coldMigrationAfterEpochs(settings.get(COLD_MIGRATION_AFTER_EPOCHS))
                .coldMigrationFragments(settings.get(COLD_MIGRATION_FRAGMENTS))
                .maxFill(settings.get(MAX_FILL))
                .maxFillOverMean(settings.get(MAX_FILL_OVER_MEAN))
                .maxExtraWrites(settings.get(MAX_EXTRA_WRITES))
                .asPrinted(settings.get(AS_PRINTED))
                .build();
    }

    public static List<Endpoint> metadata(Settings settings) {
        return settings.get(METADATA);
    }

    public static BalancerRole.Listen listen(Settings settings) {
        String bindHost = settings.get(BIND_HOST);
        String advertised = settings.get(ADVERTISED_HOST);
        return new BalancerRole.Listen(
                bindHost, advertised.isEmpty() ? bindHost : advertised, settings.get(PORT), settings.get(ADMIN_PORT));
    }
}
