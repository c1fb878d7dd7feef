package io.chameleon.cli.process;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.lifecycle.LifecycleConfig;
import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.SizeConverter;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.kit.TimeConverter;
import io.chameleon.cli.output.Details;
import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import io.chameleon.node.cluster.ClusterFile;
import io.chameleon.node.cluster.ClusterLayout;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.cluster.DevClusterConfig.Hosts;
import io.chameleon.node.cluster.DevGateway;
import io.chameleon.node.cluster.Ports;
import io.chameleon.node.units.ByteSize;
import io.chameleon.node.users.UserKey;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.server.ServerConfig.Latency;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.security.AuthMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon dev}. */
@Command(
        name = "dev",
        description = {
            "Runs a whole cluster in this process, until it is stopped (Ctrl-C).",
            "PostgreSQL, ZooKeeper, metadata service, flash servers, balancer and S3 gateway. What it stores is in the"
                    + " data directory and survives a restart, also after kill -9.",
            "S3 has the user 'chameleon' with the access key and secret key of $CHAMELEON_S3_ACCESS_KEY and"
                    + " $CHAMELEON_S3_SECRET_KEY, else chameleon and chameleon-secret; 'chameleon user add' makes more."
        })
public final class DevCommand implements Callable<Integer> {
    private static final int DEFAULT_PORT_BASE = 7400;
    private static final Duration SHORTEST_RUN = Duration.ofSeconds(1);
    private static final String ACCESS_KEY = "CHAMELEON_S3_ACCESS_KEY";
    private static final String SECRET_KEY = "CHAMELEON_S3_SECRET_KEY";

    @Option(
            names = "--servers",
            paramLabel = "N",
            description = "Flash servers. Default: as the data directory was made, else "
                    + DevClusterConfig.DEFAULT_SERVERS + ".")
    private @Nullable Integer servers;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Holds everything. Default: ./" + ClusterOptions.DEFAULT_DATA_DIR + ".")
    private Path dataDir = Path.of(ClusterOptions.DEFAULT_DATA_DIR);

    @Option(
            names = "--server-bytes",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Capacity of each server. Default: as the data directory was made, else 1GiB.")
    private @Nullable Long serverBytes;

    @Option(
            names = "--zones",
            paramLabel = "N",
            description =
                    "Failure domains, which the servers take in turn. Default: as the data directory was made, else"
                            + " none.")
    private @Nullable Integer zones;

    @Option(
            names = "--port-base",
            paramLabel = "PORT",
            description =
                    "The metadata service listens here, everything else on the ports that follow; 0 takes free ones."
                            + " Default: ${DEFAULT-VALUE}.")
    private int portBase = DEFAULT_PORT_BASE;

    @Option(
            names = "--bind-host",
            paramLabel = "HOST",
            description = "Address to listen on; one that is not loopback needs --auth token. PostgreSQL and ZooKeeper"
                    + " listen on loopback only. Default: ${DEFAULT-VALUE}.")
    private String bindHost = "127.0.0.1";

    @Option(
            names = "--advertised-host",
            paramLabel = "HOST",
            description = "Address under which clients reach it. Default: that of --bind-host.")
    private @Nullable String advertisedHost;

    @Option(
            names = "--epoch",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Time between two balancings. Default: 1h.")
    private Duration epoch = BalancerConfig.defaults().epochLength();

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "Wear policy: predictive, chameleon, none, or one they are compared with"
                    + " (docs/operate/balancer.md). Default: ${DEFAULT-VALUE}.")
    private String policy = BalancerConfig.defaults().policy();

    @Option(
            names = "--lifecycle-day",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How long a day of a bucket's lifecycle rule is, to watch rules run; they then run ten times"
                    + " a day, but at most each second. Default: 24h, with a run each hour.")
    private @Nullable Duration lifecycleDay;

    @Option(
            names = "--latency",
            paramLabel = "accounted|paced",
            description = "Whether simulated device time is counted or passes. Default: accounted.")
    private String latency = "accounted";

    @Option(
            names = "--auth",
            paramLabel = "none|token",
            description =
                    "Whether callers must prove who they are. With token, keys are in <data-dir>/auth, and commands"
                            + " with this --data-dir find the operator's. Default: none.")
    private String auth = "none";

    @Option(
            names = "--s3-port",
            paramLabel = "PORT",
            description = "Port of the S3 gateway; 0 for any. Default: 80 above --port-base, so 7480.")
    private @Nullable Integer s3Port;

    @Option(names = "--no-s3", description = "Runs no S3 gateway.")
    private boolean noS3;

    @Option(
            names = "--bucket",
            paramLabel = "NAME",
            description = "Makes a bucket of the user 'chameleon' at the start, unless it exists. May be repeated.")
    private List<String> buckets = new ArrayList<>();

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    private final Map<String, String> environment;

    public DevCommand(Terminal terminal) {
        this.environment = terminal.environment();
    }

    @Override
    public Integer call() {
        DevClusterConfig config = config();
        try (Service<DevCluster> service = Service.start(() -> DevCluster.start(config))) {
            ClusterFile running = service.role().describe();
            answers.answer(() -> running, () -> ready(config, running));
            service.awaitStop(service.role().failed());
        }
        return ExitCode.OK;
    }

    private DevClusterConfig config() {
        Require.that(!dataDir.toString().isEmpty(), "--data-dir", dataDir, "a directory");
        Optional<ClusterLayout> made = ClusterLayout.read(dataDir);
        BalancerConfig standard = BalancerConfig.defaults();
        WearPolicies.byName(policy, standard.policyConfig());
        int count = orElse(servers, made.map(ClusterLayout::servers), DevClusterConfig.DEFAULT_SERVERS);
        return DevClusterConfig.in(dataDir)
                .servers(count)
                .serverBytes(orElse(
                        serverBytes, made.map(ClusterLayout::serverBytes), DevClusterConfig.DEFAULT_SERVER_BYTES))
                .zones(orElse(zones, made.map(ClusterLayout::zones), 0))
                .medium(Medium.IMAGE)
                .latency(latency())
                .hosts(new Hosts(bindHost, advertisedHost == null ? bindHost : advertisedHost))
                .portBase(portBase)
                .auth(auth())
                .s3(s3(count))
                .balancer(standard.withPolicy(policy).withEpochLength(epoch).withLifecycle(lifecycle()))
                .build();
    }

    private LifecycleConfig lifecycle() {
        LifecycleConfig standard = LifecycleConfig.DEFAULTS;
        Duration day = lifecycleDay;
        if (day == null) {
            return standard;
        }
        Duration tenth = day.dividedBy(10);
        Duration interval = tenth.compareTo(SHORTEST_RUN) < 0 ? SHORTEST_RUN : tenth;
        return new LifecycleConfig(
                interval.compareTo(standard.interval()) < 0 ? interval : standard.interval(),
                day,
                standard.abandonedAfter());
    }

    private DevGateway s3(int count) {
        Require.that(!noS3 || buckets.isEmpty(), "--bucket", buckets, "none with --no-s3");
        int standard = noS3 ? 0 : new Ports(portBase).s3(count);
        return new DevGateway(!noS3, s3Port == null ? standard : s3Port, owner(), buckets);
    }

    private UserKey owner() {
        String accessKey = environment.getOrDefault(ACCESS_KEY, "");
        String secretKey = environment.getOrDefault(SECRET_KEY, "");
        if (accessKey.isEmpty() != secretKey.isEmpty()) {
            throw new IllegalArgumentException(
                    ACCESS_KEY + " and " + SECRET_KEY + ": one set, expected both or neither");
        }
        return accessKey.isEmpty() ? DevGateway.TRIAL : new UserKey(DevGateway.TRIAL.user(), accessKey, secretKey);
    }

    private AuthMode auth() {
        return switch (auth.toLowerCase(Locale.ROOT)) {
            case "none" -> AuthMode.NONE;
            case "token" -> AuthMode.TOKEN;
            default -> throw new IllegalArgumentException("--auth: '" + auth + "' given, expected none or token");
        };
    }

    private Latency latency() {
        return switch (latency.toLowerCase(Locale.ROOT)) {
            case "accounted" -> Latency.ACCOUNTED;
            case "paced" -> Latency.PACED;
            default ->
                throw new IllegalArgumentException("--latency: '" + latency + "' given, expected accounted or paced");
        };
    }

    private static <T> T orElse(@Nullable T given, Optional<T> made, T standard) {
        return given != null ? given : made.orElse(standard);
    }

    private String ready(DevClusterConfig config, ClusterFile running) {
        String where = dataDir.equals(Path.of(ClusterOptions.DEFAULT_DATA_DIR)) ? "" : " --data-dir " + dataDir;
        String zones = config.zones() == 0 ? "" : " in " + config.zones() + " zones";
        Details details = new Details()
                .line(
                        "ready",
                        config.servers() + " flash servers of " + ByteSize.exact(config.serverBytes()) + zones
                                + ", policy " + policy + ", epoch " + Durations.exact(epoch))
                .line("metadata", String.join(",", running.metadata()) + "  admin http://" + running.metadataAdmin())
                .line("balancer", running.balancer() + "  admin http://" + running.balancerAdmin())
                .line(
                        "servers",
                        running.servers().stream()
                                .map(ClusterFile.Server::endpoint)
                                .collect(Collectors.joining(" ")))
                .line("data", config.dataDir());
        if (!running.tokenFile().isEmpty()) {
            details.line("token", running.tokenFile());
        }
        details.line("try", "chameleon put FILE first/object" + where).line("", "chameleon wear" + where);
        if (!running.s3().isEmpty()) {
            s3Hints(details, running.s3(), config.s3().owner());
        }
        return details.toString();
    }

    /** Lines to paste. The secret is shown only if everybody knows it anyway. */
    private static void s3Hints(Details details, String endpoint, UserKey owner) {
        String url = "http://" + endpoint;
        String secret = owner.equals(DevGateway.TRIAL) ? owner.secret() : "$" + SECRET_KEY;
        details.line("s3", url + "  access key " + owner.accessKey() + "  secret key " + secret)
                .line(
                        "aws",
                        "AWS_ACCESS_KEY_ID=" + owner.accessKey() + " AWS_SECRET_ACCESS_KEY=" + secret
                                + " aws --endpoint-url " + url + " s3 mb s3://first")
                .line(
                        "rclone",
                        "rclone lsd :s3,provider=Other,access_key_id=" + owner.accessKey() + ",secret_access_key="
                                + secret + ",endpoint='" + url + "':")
                .line(
                        "boto3",
                        "boto3.client('s3', endpoint_url='" + url + "', aws_access_key_id='" + owner.accessKey()
                                + "', aws_secret_access_key='" + secret + "')");
    }
}
