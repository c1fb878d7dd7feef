package io.chameleon.lab.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @Test
    void help_namesTheCommandsOfTheLaboratoryBesideTheOthers() {
        CommandLineRun run = CommandLineRun.of("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("bench", "chaos", "demo", "emulate", "reproduce", "sim", "simssd", "dev", "wear");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench", "chaos", "demo", "emulate", "reproduce", "sim", "simssd"})
    void helpOfACommand_isOnStdout(String command) {
        CommandLineRun run = CommandLineRun.of(command, "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Usage: chameleon " + command);
        assertThat(run.stderr()).isEmpty();
    }

    @Test
    void completion_knowsTheCommandsOfTheLaboratory() {
        assertThat(CommandLineRun.of("completion", "bash").out()).contains("emulate", "--workload");
    }

    /** They were the names in the code, so a word begun as help writes it was not completed. */
    @Test
    void completion_offersValuesAsHelpWritesThem() {
        assertThat(CommandLineRun.of("completion", "bash").out())
                .contains("(\"array\" \"lent\")", "(\"linearizable\" \"cached\")", "(\"REP\" \"EC\")")
                .doesNotContain("\"LENT\"");
    }
}
