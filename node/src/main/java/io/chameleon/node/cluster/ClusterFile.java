package io.chameleon.node.cluster;

import io.chameleon.core.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How commands find a running cluster: {@code cluster.json} in its data directory. It exists while the cluster runs,
 * and is left behind if the process is killed.
 *
 * @param metadata addresses of the metadata service
 * @param metadataAdmin address of its admin page, and so on
 * @param pid of the process that runs the cluster
 * @param tokenFile of an operator; empty if the cluster has no authentication
 * @param s3 where S3 clients connect, {@code host:port}; empty without a gateway
 * @param s3Admin address of the gateway's admin page; empty without one
 */
public record ClusterFile(
        long pid,
        List<String> metadata,
        String metadataAdmin,
        String balancer,
        String balancerAdmin,
        List<Server> servers,
        String tokenFile,
        String s3,
        String s3Admin) {
    public static final String NAME = "cluster.json";

    /** A file of an earlier version names no token and no gateway. */
    public ClusterFile {
        Require.that(metadata != null && !metadata.isEmpty(), "metadata in " + NAME, metadata, "an address or more");
        tokenFile = Objects.requireNonNullElse(tokenFile, "");
        s3 = Objects.requireNonNullElse(s3, "");
        s3Admin = Objects.requireNonNullElse(s3Admin, "");
    }

    /** A flash server: where it takes requests, and where its admin page is. */
    public record Server(String id, String endpoint, String admin) {}

    public static Optional<ClusterFile> read(Path dataDir) {
        return JsonFiles.read(dataDir.resolve(NAME), ClusterFile.class);
    }

    void write(Path dataDir) {
        JsonFiles.write(dataDir.resolve(NAME), this);
    }

    static void delete(Path dataDir) {
        try {
            Files.deleteIfExists(dataDir.resolve(NAME));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + dataDir.resolve(NAME) + ": " + e.getMessage(), e);
        }
    }
}
