package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As the chart's init containers call them, but in no pod. */
class KubernetesCommandsTest {
    @TempDir
    Path volume;

    @Test
    void zone_outsideOfAPod_isOneLine() {
        CommandLineRun run = CommandLineRun.of("kubernetes", "zone", "--node", "node-1");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.stderr()).hasLineCount(1).contains("KUBERNETES_SERVICE_HOST");
    }

    @Test
    void database_outsideOfAPod_isOneLineAndMakesNone() {
        CommandLineRun run = CommandLineRun.of(
                Map.of("CHAMELEON_POSTGRESQL_PASSWORD", "secret"),
                new byte[0],
                "kubernetes",
                "database",
                "--postgresql.data-dir",
                volume.toString(),
                "--postgresql.initialise",
                "true",
                "--namespace",
                "store",
                "--config-map",
                "store-postgresql-made");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.stderr()).contains("KUBERNETES_SERVICE_HOST").doesNotContain("\tat ");
        assertThat(volume).isEmptyDirectory();
    }

    @Test
    void kubernetes_withoutACommand_saysWhichThereAre() {
        CommandLineRun run = CommandLineRun.of("kubernetes");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).contains("zone, database");
    }
}
