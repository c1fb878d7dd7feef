package io.chameleon.testing;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.Require;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.cluster.DevGateway;
import io.chameleon.server.ServerConfig.Medium;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A running cluster, the client that tests share, and the directory of its PostgreSQL, which is deleted with it. */
final class ClusterOfClass implements AutoCloseable {
    private static final int LEAST_SERVERS = 6;

    private final Path directory;
    private final DevCluster cluster;
    private final ChameleonClient client;
    private final ProcessEnd processEnd;
    private boolean ended;

    private ClusterOfClass(Path directory, DevCluster cluster, ProcessEnd processEnd) {
        this.directory = directory;
        this.cluster = cluster;
        this.processEnd = processEnd;
        try {
            this.client = cluster.clientBuilder().build();
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /**
     * @throws IllegalArgumentException in one line if the annotation asks for the impossible
     */
    static ClusterOfClass start(ChameleonCluster wanted) {
        Require.that(
                wanted.servers() >= LEAST_SERVERS,
                "@ChameleonCluster servers",
                wanted.servers(),
                "at least " + LEAST_SERVERS + ", which EC(4+2) needs");
        long most = mostMebibytes(wanted.servers(), Runtime.getRuntime().maxMemory());
        Require.that(
                wanted.mebibytesPerServer() >= 16 && wanted.mebibytesPerServer() <= most,
                "@ChameleonCluster mebibytesPerServer",
                wanted.mebibytesPerServer(),
                "16 to " + most + ", as the page maps of " + wanted.servers() + " servers fit into this heap");
        Require.that(wanted.epochSeconds() >= 1, "@ChameleonCluster epochSeconds", wanted.epochSeconds(), "at least 1");
        Require.that(
                wanted.s3() || wanted.buckets().length == 0,
                "@ChameleonCluster buckets",
                List.of(wanted.buckets()),
                "none without s3, since the first object makes its bucket");
        ProcessEnd processEnd = ProcessEnd.duringStart();
        try {
            ClusterOfClass started = started(wanted, processEnd);
            processEnd.ends(started::end);
            return started;
        } catch (RuntimeException | Error e) {
            processEnd.forgotten();
            throw e;
        }
    }

    private static ClusterOfClass started(ChameleonCluster wanted, ProcessEnd processEnd) {
        Path directory = ClusterDirectories.made();
        try {
            return new ClusterOfClass(
                    directory,
                    DevCluster.start(DevClusterConfig.in(directory)
                            .servers(wanted.servers())
                            .serverBytes((long) wanted.mebibytesPerServer() << 20)
                            .medium(Medium.MEMORY)
                            .balancer(BalancerConfig.defaults()
                                    .withPolicy(wanted.policy())
                                    .withEpochLength(Duration.ofSeconds(wanted.epochSeconds())))
                            .s3(new DevGateway(wanted.s3(), 0, DevGateway.TRIAL, List.of(wanted.buckets())))
                            .build()),
                    processEnd);
        } catch (RuntimeException | Error e) {
            ClusterDirectories.delete(directory);
            throw e;
        }
    }

    /** Even an empty device takes 3 MiB of heap per GiB (docs/research/simssd.md); the rest of a process some, too. */
    static long mostMebibytes(int servers, long heap) {
        return Math.max(16, ((heap >> 20) - 64) * 1024 / 3 / servers);
    }

    ChameleonClient client() {
        return client;
    }

    RunningCluster running() {
        return new RunningCluster(cluster);
    }

    @Override
    public void close() {
        processEnd.forgotten();
        end();
    }

    private synchronized void end() {
        if (!ended) {
            ended = true;
            client.close();
            cluster.close();
            ClusterDirectories.delete(directory);
        }
    }
}
