package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedZooKeeperTest {
    @TempDir
    Path directory;

    private static CuratorFramework client(EmbeddedZooKeeper zookeeper) {
        CuratorFramework client = CuratorFrameworkFactory.newClient(zookeeper.connectString(), new RetryOneTime(100));
        client.start();
        return client;
    }

    @Test
    void whatIsWritten_isThereAfterARestart() throws Exception {
        try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(directory.resolve("made"), 0);
                CuratorFramework client = client(zookeeper)) {
            assertThat(zookeeper.isServing()).isTrue();
            assertThat(zookeeper.failed()).isNotDone();
            client.create().creatingParentsIfNeeded().forPath("/kept/σ", new byte[] {1});
        }
        try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(directory.resolve("made"), 0);
                CuratorFramework client = client(zookeeper)) {
            assertThat(client.getData().forPath("/kept/σ")).containsExactly(1);
        }
    }

    @Test
    void zookeeperThatIsClosed_servesNoLonger_andHasNotFailed() {
        EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(directory, 0);
        zookeeper.close();
        assertThat(zookeeper.isServing()).isFalse();
        assertThat(zookeeper.failed()).as("a stop is no failure").isNotDone();
    }

    /** As on a full disk. It ended the process, which may have had a PostgreSQL. */
    @Test
    void directoryThatTakesNoFurtherSnapshot_isSaidInOneLine() throws Exception {
        try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(directory, 0);
                CuratorFramework client = client(zookeeper)) {
            client.create().forPath("/changed");
        }
        for (int change = 1; change < 9; change++) {
            Files.createSymbolicLink(
                    directory.resolve("version-2/snapshot." + change), directory.resolve("nowhere/file"));
        }
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> EmbeddedZooKeeper.start(directory, 0))
                .withMessage("cannot start ZooKeeper on " + directory + ": it cannot write there; its log is above");
    }

    @Test
    void portThatIsTaken_isSaidInOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> EmbeddedZooKeeper.start(directory, taken.getLocalPort()))
                    .withMessageStartingWith("cannot start ZooKeeper on " + directory + ": ")
                    .withMessageNotContaining("\n");
        }
    }

    @Test
    void directoryThatIsAFile_isSaidInOneLine() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> EmbeddedZooKeeper.start(file, 0))
                .withMessageStartingWith("cannot start ZooKeeper on " + file + ": ");
    }
}
