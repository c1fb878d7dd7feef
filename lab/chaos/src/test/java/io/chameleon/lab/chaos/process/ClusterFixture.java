package io.chameleon.lab.chaos.process;

import io.chameleon.transport.rpc.Endpoint;
import java.nio.file.Path;
import java.util.Map;

/** Clusters of which nothing runs: they have members, addresses and routes. */
public final class ClusterFixture {
    private ClusterFixture() {}

    /** Eight flash servers on four machines, two metadata processes, two balancers, one PostgreSQL. */
    public static ClusterSpec spec(Path directory, int gateways) {
        return ClusterSpec.small(directory)
                .with()
                .servers(8)
                .nodes(4)
                .metadata(2)
                .balancers(2)
                .gateways(gateways)
                .settings(Map.of("CHAMELEON_BALANCER_EPOCH", "1s"))
                .build();
    }

    public static ProcessCluster cold(ClusterSpec spec) {
        return cold(spec, () -> {});
    }

    /** @param last once it was {@link #interrupt interrupted} */
    public static ProcessCluster cold(ClusterSpec spec, Runnable last) {
        return new ProcessCluster(new Blueprint(spec, Routes.DIRECT), new Ending(last));
    }

    /** What Ctrl-C does. */
    public static void interrupt(ProcessCluster cluster) {
        cluster.stop();
    }

    /** Behind a proxy whose addresses nobody listens on: the host is {@code for-} and who connects. */
    public static ProcessCluster proxied(ClusterSpec spec) {
        Routes routes = (from, to, target) -> new Endpoint("for-" + from, target.port());
        return new ProcessCluster(new Blueprint(spec, routes), new Ending(() -> {}));
    }
}
