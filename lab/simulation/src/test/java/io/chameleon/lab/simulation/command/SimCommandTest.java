package io.chameleon.lab.simulation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import org.junit.jupiter.api.Test;

class SimCommandTest {
    @Test
    void sim_saysWhatWasSimulated() {
        CommandLineRun run = CommandLineRun.of("sim", "--seed", "3", "--seeds", "2", "--hours", "0.05", "-o", "json");
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("seeds").asInt()).isEqualTo(2);
        assertThat(run.json().get("violations")).isEmpty();
        assertThat(run.json().get("operations").asLong()).isPositive();
    }

    @Test
    void unknownFault_isALineThatNamesTheKnownOnes() {
        CommandLineRun run = CommandLineRun.of("sim", "--faults", "crash,earthquake");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).contains("earthquake").contains("power-cut").doesNotContain("at io.chameleon");
    }
}
