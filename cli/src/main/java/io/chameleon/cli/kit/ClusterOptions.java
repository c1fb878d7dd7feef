package io.chameleon.cli.kit;

import io.chameleon.core.Require;
import io.chameleon.transport.security.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the cluster is: {@code --cluster}, else the environment, else the {@code cluster.json} of a data directory. */
public final class ClusterOptions {
    public static final String DEFAULT_DATA_DIR = "chameleon-data";
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    private final Map<String, String> environment;

    @Option(
            names = "--cluster",
            paramLabel = "HOST:PORT[,...]",
            description = "Addresses of the metadata service. Default: $CHAMELEON_CLUSTER, else those in"
                    + " <data-dir>/cluster.json.")
    private @Nullable String cluster;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Data directory of 'chameleon dev'. Default: ./" + DEFAULT_DATA_DIR + ".")
    private Path dataDir = Path.of(DEFAULT_DATA_DIR);

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "For each step of an operation, with its retries. Default: 30s.")
    private Duration timeout = Duration.ofSeconds(30);

    @Mixin
    private final CredentialOptions credentials;

    public ClusterOptions(Map<String, String> environment) {
        this.environment = environment;
        this.credentials = new CredentialOptions(environment);
    }

    /**
     * Connects, and makes sure that a metadata process answers.
     *
     * @throws CommandFailure saying where it looked and what to start
     */
    public ClusterConnection connect() {
        boolean sane = timeout.toMillis() >= 1 && timeout.compareTo(LONGEST_TIMEOUT) <= 0;
        Require.that(sane, "--timeout", timeout, "1ms to 1d");
        Whereabouts found = Whereabouts.find(cluster, environment, dataDir);
        return ClusterConnection.open(
                found.metadata(), found.source(), Security.open(credentials.config(found.tokenFile())), timeout);
    }
}
