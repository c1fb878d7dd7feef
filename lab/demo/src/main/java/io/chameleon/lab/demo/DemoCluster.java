package io.chameleon.lab.demo;

import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.Stream;

/** A cluster in a temporary directory, which goes with it. */
record DemoCluster(Path directory, DevCluster running) implements AutoCloseable {
    static DemoCluster start(Function<Path, DevClusterConfig> config) {
        try {
            Path directory = Files.createTempDirectory("chameleon-demo-");
            try {
                return new DemoCluster(directory, DevCluster.start(config.apply(directory)));
            } catch (RuntimeException | Error e) {
                delete(directory);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's temporary directory: " + e.getMessage(), e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    @Override
    public void close() throws IOException {
        running.close();
        delete(directory);
    }
}
