package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.testing.Seed;
import io.chameleon.lab.chaos.Chaos;
import io.chameleon.lab.chaos.ChaosConfigBuilder;
import io.chameleon.lab.chaos.ChaosReport;
import io.chameleon.lab.chaos.Disaster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code chameleon chaos}, short: every role a process, a few of them killed, paused and cut off under load, two
 * databases between which buckets move, and one of which fails over.
 */
@ExtendWith(ClassArchive.class)
@Order(1) // takes the longest
class ChaosTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final long LEAST_OPERATIONS = 101;
    private static final int LEAST_KILLS = 3;
    /** About as many as two processors answer while processes come back; a load without a limit would delay those. */
    private static final int MOST_OPERATIONS_PER_SECOND = 10;

    /** Has the logs of all processes. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void cluster_killedPausedAndCutOffUnderLoad_losesNothingAndReadsNothingStale() throws Exception {
        Path report = directory.resolve("report");
        ChaosReport result = Chaos.run(
                ChaosConfigBuilder.builder()
                        .length(Duration.ofSeconds(12))
                        .operations(LEAST_OPERATIONS)
                        .kills(LEAST_KILLS)
                        .killsPerMinute(60)
                        .disasters(Set.of(Disaster.FAILED_OVER_DATABASE))
                        .disastersPerMinute(10)
                        .seed(SEED.value())
                        .servers(7)
                        .clients(2)
                        .gateways(1)
                        .operationsPerSecond(MOST_OPERATIONS_PER_SECOND)
                        .keys(200)
                        .serverBytes(64L << 20)
                        .settle(Duration.ZERO)
                        .database("")
                        .databases(2)
                        .data(directory.resolve("data"))
                        .report(report)
                        .build(),
                line -> System.out.println("ChaosTest: " + line));
        assertThat(result.violations()).isEmpty();
        assertThat(result.kills()).as("kills").isGreaterThanOrEqualTo(LEAST_KILLS);
        assertThat(result.disasters()).as("failovers of the database").isPositive();
        assertThat(result.moves()).as("moves of buckets").isPositive();
        assertThat(result.operations()).as("operations acknowledged").isGreaterThanOrEqualTo(LEAST_OPERATIONS);
        assertThat(result.operationsOfVersions())
                .as("operations by S3 on versions")
                .isPositive();
        assertThat(Files.readString(report.resolve("chaos.md")))
                .contains("Passed.", Long.toString(SEED.value()), "| reads |", "| writes |");
        assertThat(report.resolve("chaos.html")).exists();
        assertThat(report.resolve("chaos.json")).content().contains("\"passed\" : true");
        assertThat(report.resolve("history.csv.gz")).isNotEmptyFile();
        assertThat(report.resolve("versions.csv.gz")).isNotEmptyFile();
    }
}
