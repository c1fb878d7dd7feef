package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.process.ClusterSpec;
import io.chameleon.lab.chaos.process.ClusterSpecBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The cluster of a run. */
final class Setup {
    private static final int METADATA = 2;
    private static final int BALANCERS = 2;
    /** As many as an object survives the loss of, whatever its redundancy. */
    private static final int SERVERS_ON_A_NODE = 2;

    /** Epochs as short as they can be, so that something is always in transition; collection to match. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("CHAMELEON_ZOOKEEPER_SESSION_TIMEOUT", "4s"),
            Map.entry("CHAMELEON_METADATA_GRACE_PERIOD", ChaosConfig.GRACE.toSeconds() + "s"),
            Map.entry("CHAMELEON_METADATA_DATABASE_STATEMENT_TIMEOUT", ChaosConfig.STATEMENT_TIMEOUT.toSeconds() + "s"),
            Map.entry("CHAMELEON_SERVER_GRACE_PERIOD", ChaosConfig.GRACE.toSeconds() + "s"),
            Map.entry("CHAMELEON_BALANCER_GRACE", ChaosConfig.GRACE.toSeconds() + "s"),
            Map.entry("CHAMELEON_BALANCER_EPOCH", "1s"),
            Map.entry("CHAMELEON_BALANCER_POLICY", "chameleon"),
            Map.entry("CHAMELEON_BALANCER_SIGMA_ARPT", "0"),
            Map.entry("CHAMELEON_BALANCER_SIGMA_HCDS", "0"),
            Map.entry("CHAMELEON_BALANCER_HEAT_HOT", "2"),
            Map.entry("CHAMELEON_BALANCER_REPAIR_AFTER", "30s"),
            Map.entry("CHAMELEON_BALANCER_REAP_INTERVAL", "200ms"),
            Map.entry("CHAMELEON_BALANCER_REAP_DELAY", "1s"));

    private Setup() {}

    /** @throws IllegalArgumentException in one line if there is something in the directory for its data */
    static ClusterSpec of(ChaosConfig config) throws IOException {
        requireEmpty(config.data());
        return ClusterSpecBuilder.builder()
                .directory(Files.createDirectories(config.data()).toRealPath())
                .servers(config.servers())
                .nodes(config.servers() / SERVERS_ON_A_NODE)
                .metadata(METADATA)
                .balancers(BALANCERS)
                .gateways(config.gateways())
                .serverBytes(config.serverBytes())
                .database(config.database())
                .databases(config.databases())
                .standby(config.disasters().contains(Disaster.FAILED_OVER_DATABASE))
                .settings(SETTINGS)
                .build();
    }

    private static void requireEmpty(Path data) {
        if (!Files.exists(data)) {
            return;
        }
        try (Stream<Path> inside = Files.list(data)) {
            if (inside.findAny().isPresent()) {
                throw new IllegalArgumentException(
                        "--data-dir: '" + data + "' given, expected a directory that is empty or missing");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("--data-dir: cannot read " + data + ": " + e.getMessage(), e);
        }
    }
}
