package io.chameleon.node.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.chameleon.node.embedded.Directories;
import io.chameleon.server.ServerConfig.Medium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small files by which commands find a cluster, and what becomes of its directories. */
class ClusterFilesTest {
    private static final ClusterFile RUNNING = new ClusterFile(
            7,
            List.of("127.0.0.1:7400", "[::1]:7400"),
            "127.0.0.1:7401",
            "127.0.0.1:7402",
            "127.0.0.1:7403",
            List.of(new ClusterFile.Server("flash-0", "127.0.0.1:7410", "127.0.0.1:7411")),
            "/data/größe σ/admin.token",
            "127.0.0.1:7480",
            "127.0.0.1:7481");

    @TempDir
    Path data;

    private void file(String json) throws IOException {
        Files.writeString(data.resolve(ClusterFile.NAME), json);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void cluster_isFoundAsItWasWritten_untilItIsDeleted() throws IOException {
        assertThat(ClusterFile.read(data)).isEmpty();
        RUNNING.write(data);
        assertThat(ClusterFile.read(data)).hasValue(RUNNING);
        assertThat(names()).containsExactly(ClusterFile.NAME);
        ClusterFile.delete(data);
        assertThat(ClusterFile.read(data)).isEmpty();
        assertThatNoException().isThrownBy(() -> ClusterFile.delete(data));
    }

    @Test
    void file_isReplacedAsAWhole() {
        RUNNING.write(data);
        ClusterFile next = new ClusterFile(8, List.of("h:1"), "", "", "", List.of(), "", "", "");
        next.write(data);
        assertThat(ClusterFile.read(data)).hasValue(next);
    }

    @Test
    void fileOfAnEarlierVersion_hasNoTokenAndNoGateway() throws IOException {
        file("{\"pid\": 7, \"metadata\": [\"h:1\"], \"metadataAdmin\": \"h:2\", \"servers\": []}");
        assertThat(ClusterFile.read(data)).hasValueSatisfying(read -> {
            assertThat(read.tokenFile()).isEmpty();
            assertThat(read.s3()).isEmpty();
            assertThat(read.s3Admin()).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "7",
                "{}",
                "{\"metadata\": []}",
                "{\"metadata\": \"h:1\"}",
                "{\"pid\": \"x\", \"metadata\": [\"h:1\"]}",
                "\u0000\u0001"
            })
    void fileThatIsDamaged_isNamedInOneLine(String json) throws IOException {
        file(json);
        assertThatIllegalStateException()
                .isThrownBy(() -> ClusterFile.read(data))
                .withMessageStartingWith(data.resolve(ClusterFile.NAME) + " cannot be read: ")
                .withMessageNotContaining("\n");
    }

    @Test
    void fileThatCannotBeWritten_isNamed() {
        Path missing = data.resolve("missing");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> RUNNING.write(missing))
                .withMessageStartingWith("cannot write " + missing.resolve(ClusterFile.NAME) + ": ");
    }

    /** ZooKeeper's directory, before each start: what an earlier process left must not come back. */
    @Test
    void emptiedDirectory_isThere_andHoldsNothing() throws IOException {
        Path directory = data.resolve("zookeeper");
        assertThat(Directories.emptied(directory)).isEmptyDirectory();
        Files.createDirectories(directory.resolve("version-2/deep"));
        Files.writeString(directory.resolve("version-2/log.1"), "x");
        Files.createSymbolicLink(directory.resolve("link"), data);
        RUNNING.write(data);
        assertThat(Directories.emptied(directory)).isEqualTo(directory).isEmptyDirectory();
        assertThat(names()).as("what the link led to").containsExactly(ClusterFile.NAME, "zookeeper");
    }

    @Test
    void directoryThatCannotBeMade_isNamed() throws IOException {
        Path file = Files.createFile(data.resolve("file"));
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> Directories.emptied(file.resolve("zookeeper")))
                .withMessageStartingWith("cannot empty " + file.resolve("zookeeper") + ": ");
    }

    @Test
    void wait_endsWithTheCondition_orNamesWhatDidNotComeTrue() {
        AtomicInteger asked = new AtomicInteger();
        Waiting.until("the third time", Duration.ofMinutes(1), () -> asked.incrementAndGet() == 3);
        assertThat(asked).hasValue(3);
        assertThatIllegalStateException()
                .isThrownBy(() -> Waiting.until("pigs fly", Duration.ZERO, () -> false))
                .withMessage("waited 0 s until pigs fly, in vain");
        Thread.currentThread().interrupt();
        assertThatIllegalStateException()
                .isThrownBy(() -> Waiting.until("pigs fly", Duration.ofMinutes(1), () -> false));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void layout_ofAsManyServersAsNone_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClusterLayout(0, 1, 0, Medium.IMAGE))
                .withMessage("servers in layout.json: '0' given, expected at least 1");
    }
}
