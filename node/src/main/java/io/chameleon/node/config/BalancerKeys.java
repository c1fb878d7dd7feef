package io.chameleon.node.config;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.lifecycle.LifecycleConfig;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.node.role.BalancerRole;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The settings of a balancer. */
public final class BalancerKeys {
    private static final BalancerConfig STANDARD = BalancerConfig.defaults();

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
            "balancer.reap-delay",
            STANDARD.reapDelay(),
            "how long superseded fragments stay for readers in flight; where space is short they go at once");
    static final Key<Duration> GRACE = Key.time(
            "balancer.grace",
            STANDARD.grace(),
            "age from which on an uncommitted fragment is an orphan; the same as metadata.grace-period");
    static final Key<Integer> KEPT_EPOCHS =
            Key.integer("balancer.kept-epochs", STANDARD.keptEpochs(), "epochs of history kept by compaction");
    static final Key<Duration> REQUEST_TIMEOUT = Key.time(
            "balancer.request-timeout", STANDARD.requestTimeout(), "for each request to a server or to metadata");
    static final Key<Long> REPAIR_RATE = Key.bytes(
            "balancer.repair-rate",
            STANDARD.repair().bytesPerSecond(),
            "bytes a second that repair and drains write at most, for each flash server that is there, 1KiB or more");
    static final Key<Integer> REPAIR_PARALLELISM = Key.integer(
            "balancer.repair-parallelism",
            STANDARD.repair().parallelism(),
            "objects that are repaired or drained at the same time, 1 to 60");
    static final Key<Duration> REPAIR_AFTER = Key.time(
            "balancer.repair-after",
            STANDARD.repair().after(),
            "how long a server is away before what it holds is made anew elsewhere");
    static final Key<Double> HEADROOM = Key.decimal(
            "balancer.headroom",
            STANDARD.repair().headroom(),
            "share of each device that repair, drains and bulk copies leave free, 0 to 0.5");
    static final Key<Duration> LIFECYCLE_INTERVAL = Key.time(
            "balancer.lifecycle.interval",
            STANDARD.lifecycle().interval(),
            "time between two runs of the buckets' lifecycle rules");
    static final Key<Duration> LIFECYCLE_DAY = Key.time(
            "balancer.lifecycle.day",
            STANDARD.lifecycle().day(),
            "how long a day of a lifecycle rule is; shorter only for trials, since objects go as much sooner");
    static final Key<Duration> ABANDONED_AFTER = Key.time(
            "balancer.uploads.abandoned-after",
            STANDARD.lifecycle().abandonedAfter(),
            "age at which a multipart upload is aborted that no lifecycle rule is about; 0: never");
    static final List<Key<?>> LIST = Stream.<Key<?>>concat(
                    Stream.of(
                            METADATA,
                            BIND_HOST,
                            ADVERTISED_HOST,
                            PORT,
                            ADMIN_PORT,
                            PolicyKeys.POLICY,
                            EPOCH,
                            CANDIDATES,
                            REMAP_BATCH,
                            REAP_INTERVAL,
                            REAP_DELAY,
                            GRACE,
                            KEPT_EPOCHS,
                            REQUEST_TIMEOUT,
                            REPAIR_RATE,
                            REPAIR_PARALLELISM,
                            REPAIR_AFTER,
                            HEADROOM,
                            LIFECYCLE_INTERVAL,
                            LIFECYCLE_DAY,
                            ABANDONED_AFTER),
                    Stream.concat(PolicyKeys.KNOBS.values().stream(), Stream.of(CodecKey.CODEC)))
            .toList();
    /** All that a balancer reads. */
    public static final List<Key<?>> OF_ROLE =
            Stream.of(LIST, CommonKeys.LIST).flatMap(List::stream).toList();

    private BalancerKeys() {}

    public static BalancerConfig balancer(Settings settings) {
        return settings.checked(() -> STANDARD.with()
                .policy(settings.get(PolicyKeys.POLICY))
                .policyConfig(PolicyKeys.policy(settings))
                .epochLength(settings.get(EPOCH))
                .candidates(settings.get(CANDIDATES))
                .remapBatch(settings.get(REMAP_BATCH))
                .reapInterval(settings.get(REAP_INTERVAL))
                .reapDelay(settings.get(REAP_DELAY))
                .grace(settings.get(GRACE))
                .keptEpochs(settings.get(KEPT_EPOCHS))
                .requestTimeout(settings.get(REQUEST_TIMEOUT))
                .repair(new RepairConfig(
                        settings.get(REPAIR_RATE),
                        settings.get(REPAIR_AFTER),
                        settings.get(HEADROOM),
                        settings.get(REPAIR_PARALLELISM)))
                .lifecycle(new LifecycleConfig(
                        settings.get(LIFECYCLE_INTERVAL), settings.get(LIFECYCLE_DAY), settings.get(ABANDONED_AFTER)))
                .codec(settings.get(CodecKey.CODEC))
                .build());
    }

    public static List<Endpoint> metadata(Settings settings) {
        return settings.get(METADATA);
    }

    public static BalancerRole.Listen listen(Settings settings) {
        return settings.checked(() -> {
            String bindHost = settings.get(BIND_HOST);
            String advertised = settings.get(ADVERTISED_HOST);
            return new BalancerRole.Listen(
                    bindHost,
                    advertised.isEmpty() ? bindHost : advertised,
                    settings.get(PORT),
                    settings.get(ADMIN_PORT));
        });
    }
}
