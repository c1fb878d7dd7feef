package io.chameleon.testing;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.Require;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.cluster.DevGateway;
import io.chameleon.server.ServerConfig.Medium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A running cluster, the client that tests share, and the directory of its PostgreSQL, which is deleted with it. */
final class ClusterOfClass implements AutoCloseable {
    private static final int LEAST_SERVERS = 6;

    private final Path directory;
    private final DevCluster cluster;
    private final ChameleonClient client;

    private ClusterOfClass(Path directory, DevCluster cluster) {
        this.directory = directory;
        this.cluster = cluster;
        this.client = cluster.clientBuilder().build();
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
        Require.that(wanted.epochSeconds() >= 1, "@ChameleonCluster epochSeconds", wanted.epochSeconds(), "at least 1");
        Require.that(
                wanted.s3() || wanted.buckets().length == 0,
                "@ChameleonCluster buckets",
                List.of(wanted.buckets()),
                "none without s3, since the first object makes its bucket");
        Path directory = temporary();
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
                            .build()));
        } catch (RuntimeException | Error e) {
            delete(directory);
            throw e;
        }
    }

    ChameleonClient client() {
        return client;
    }

    RunningCluster running() {
        return new RunningCluster(cluster);
    }

    @Override
    public void close() {
        client.close();
        cluster.close();
        delete(directory);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("chameleon-cluster-");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary directory for the cluster: " + e.getMessage(), e);
        }
    }

    private static void delete(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory + ": " + e.getMessage(), e);
        }
    }
}
