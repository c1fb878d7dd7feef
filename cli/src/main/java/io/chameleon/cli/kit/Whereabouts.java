package io.chameleon.cli.kit;

import io.chameleon.core.Require;
import io.chameleon.node.cluster.ClusterFile;
import io.chameleon.transport.rpc.Endpoint;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a cluster is: addresses, where they came from, and the token file that came with them. */
record Whereabouts(
        List<Endpoint> metadata, String source, @Nullable Path tokenFile) {
    private static final String VARIABLE = "CHAMELEON_CLUSTER";

    /**
     * Looks at the option, then at the environment, then into the data directory.
     *
     * @throws CommandFailure if there is none
     */
    static Whereabouts find(@Nullable String option, Map<String, String> environment, Path dataDir) {
        if (option != null) {
            return parse("--cluster", option, "--cluster", null);
        }
        String variable = environment.get(VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return parse(VARIABLE, variable, VARIABLE, null);
        }
        Path file = dataDir.resolve(ClusterFile.NAME);
        ClusterFile running = ClusterFile.read(dataDir)
                .orElseThrow(() -> new CommandFailure("no cluster found: neither --cluster nor " + VARIABLE
                        + " is set, and there is no " + file + "; start one with 'chameleon dev', or say where it is"));
        boolean alive = ProcessHandle.of(running.pid()).isPresent();
        return parse(
                file.toString(),
                String.join(",", running.metadata()),
                alive ? file.toString() : file + ", whose process " + running.pid() + " is gone",
                running.tokenFile().isEmpty() ? null : Path.of(running.tokenFile()));
    }

    private static Whereabouts parse(String what, String addresses, String source, @Nullable Path tokenFile) {
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
