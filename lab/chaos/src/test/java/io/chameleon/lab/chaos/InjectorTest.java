package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.chaos.process.ClusterFixture;
import io.chameleon.lab.chaos.process.ProcessCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InjectorTest {
    @TempDir
    private Path directory;

    /** Ctrl-C reaches the members, too: that they ended is no defect, and is not told. */
    @Test
    void members_thatEndWithAnInterrupt_areNoEvent_andAreNotStartedAgain() throws Exception {
        try (ProcessCluster cluster = ClusterFixture.cold(ClusterFixture.spec(directory, 1));
                Watch watch = new Watch(cluster)) {
            Injector injector = new Injector(cluster, List.of(), watch, () -> 0, config(), new SplittableRandom(7));
            ClusterFixture.interrupt(cluster);
            AtomicInteger rounds = new AtomicInteger();
            injector.run(() -> rounds.incrementAndGet() <= 3);
            assertThat(injector.events()).isEmpty();
        }
    }

    private ChaosConfig config() {
        return new ChaosConfig(
                Duration.ofMinutes(1),
                0,
                0,
                Optional.empty(),
                0,
                Set.of(),
                0,
                7,
                8,
                4,
                1,
                0,
                2_000,
                128 << 20,
                Duration.ZERO,
                "",
                1,
                directory.resolve("data"),
                directory.resolve("report"));
    }
}
