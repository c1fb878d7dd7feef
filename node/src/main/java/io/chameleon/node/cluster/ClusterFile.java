package io.chameleon.node.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How commands find a running cluster: {@code cluster.json} in its data directory, there while the cluster runs, and left behind
 * when it is killed.
 *
 * @param metadata addresses of the metadata service
 * @param metadataAdmin address of its admin page, and so on
 * @param pid of the process that runs the cluster
 * @param tokenFile of an operator; empty if the cluster asks nobody who they are
 */
public record ClusterFile(
        long pid,
        List<String> metadata,
        String metadataAdmin,
        String balancer,
        String balancerAdmin,
        List<Server> servers,
        String tokenFile) {
    public static final String NAME = "cluster.json";

    /** A file of an earlier version names no token. */
    public ClusterFile {
        tokenFile = Objects.requireNonNullElse(tokenFile, "");
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
