package io.chameleon.lab.demo;

import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.embedded.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** A cluster in a temporary directory, which goes with it. */
record DemoCluster(Path directory, DevCluster running) implements AutoCloseable {
    static DemoCluster start(Function<Path, DevClusterConfig> config) {
        try {
            Path directory = Files.createTempDirectory("chameleon-demo-");
            try {
                return new DemoCluster(directory, DevCluster.start(config.apply(directory)));
            } catch (RuntimeException | Error e) {
                Directories.delete(directory);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's temporary directory: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        running.close();
        Directories.delete(directory);
    }
}
