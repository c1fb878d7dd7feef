package io.chameleon.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.cli.FakeCluster;
import io.chameleon.cli.process.RoleProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A soak that a signal ends, as Ctrl-C does. */
class SoakInterruptionTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int SIGTERM = 128 + 15;

    @TempDir
    Path directory;

    private FakeCluster cluster;

    @BeforeEach
    void start() {
        cluster = new FakeCluster(7);
        cluster.succeeding("bucket", "create", "soak");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private List<String> objects() {
        return cluster.succeeding("ls", "soak", "--recursive").lines().stream()
                .filter(line -> line.contains("seed-7/"))
                .toList();
    }

    private String interrupted(String... options) throws Exception {
        String[] command = Stream.concat(Stream.of("soak", "--duration", "1h", "--seed", "7"), Stream.of(options))
                .toArray(String[]::new);
        try (RoleProcess soak = new RoleProcess(directory, Map.of("CHAMELEON_CLUSTER", cluster.address()), command)) {
            await().atMost(LIMIT).until(() -> objects().size() > 5);
            assertThat(soak.terminate()).as(soak.log()).isEqualTo(SIGTERM);
            assertThat(soak.log()).isEmpty();
            return soak.out();
        }
    }

    @Test
    void soak_interrupted_deletesItsObjects_andTellsHowFarItCame() throws Exception {
        assertThat(interrupted())
                .contains("0 lost;", "interrupted, so not all was read back (--seed 7)")
                .doesNotContain("everything acknowledged");
        assertThat(objects()).isEmpty();
    }

    @Test
    void soak_interrupted_leavesObjectsThatAreToStay() throws Exception {
        assertThat(interrupted("--keep", "-o", "json")).contains("\"interrupted\":true");
        assertThat(objects()).isNotEmpty();
    }
}
