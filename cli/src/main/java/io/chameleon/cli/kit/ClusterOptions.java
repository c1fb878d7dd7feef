package io.chameleon.cli.kit;

import io.chameleon.core.Require;
import io.chameleon.node.cluster.ClusterFile;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.security.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the cluster is: {@code --cluster}, else the environment, else the {@code cluster.json} of a data directory. */
public final class ClusterOptions {
    public static final String DEFAULT_DATA_DIR = "chameleon-data";
    private static final String VARIABLE = "CHAMELEON_CLUSTER";
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
        Whereabouts found = find();
        return ClusterConnection.open(
                found.metadata(), found.source(), Security.open(credentials.config(found.tokenFile())), timeout);
    }

    /** Addresses, where they came from, and the token file that came with them. */
    private record Whereabouts(
            List<Endpoint> metadata,
            String source,
            @Nullable Path tokenFile) {
        static Whereabouts parse(String what, String addresses, String source, @Nullable Path tokenFile) {
            try {
                boolean any = !addresses.replaceAll("[,\\s]", "").isEmpty();
                Require.that(any, "addresses", addresses, "host:port[,...]");
                return new Whereabouts(
                        Arrays.stream(addresses.split(","))
                                .map(address -> Endpoint.parse(address.strip()))
                                .toList(),
                        source,
                        tokenFile);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(what + ": " + e.getMessage(), e);
            }
        }
    }

    private Whereabouts find() {
        if (cluster != null) {
            return Whereabouts.parse("--cluster", cluster, "--cluster", null);
        }
        String variable = environment.get(VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return Whereabouts.parse(VARIABLE, variable, VARIABLE, null);
        }
        Path file = dataDir.resolve(ClusterFile.NAME);
        ClusterFile running = ClusterFile.read(dataDir)
                .orElseThrow(() -> new CommandFailure("no cluster found: neither --cluster nor " + VARIABLE
                        + " is set, and there is no " + file + "; start one with 'chameleon dev', or say where it is"));
        boolean alive = ProcessHandle.of(running.pid()).isPresent();
        return Whereabouts.parse(
                file.toString(),
                String.join(",", running.metadata()),
                alive ? file.toString() : file + ", whose process " + running.pid() + " is gone",
                running.tokenFile().isEmpty() ? null : Path.of(running.tokenFile()));
    }
}
