package io.chameleon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @Test
    void help_namesEveryCommand() {
        CommandLineRun run = CommandLineRun.of("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("dev", "put", "get", "ls", "stat", "cp", "rm", "bucket", "state", "wear", "balance")
                .contains(
                        "drain",
                        "forget",
                        "reconcile",
                        "repair",
                        "scrub",
                        "verify",
                        "soak",
                        "server",
                        "metadata",
                        "balancer",
                        "zookeeper",
                        "postgresql",
                        "completion",
                        "version");
    }

    /** The image has this class path: nothing in it breaks anything on purpose. */
    @Test
    void commandLine_byItself_hasNoneOfTheLaboratory() {
        assertThat(CommandLineRun.of("chaos").stderr()).startsWith("chameleon: Unmatched argument at index 0: 'chaos'");
        assertThat(CommandLineRun.of("--help").out()).doesNotContain("bench", "emulate", "reproduce", "simssd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "put", "get", "ls", "wear", "balance", "verify", "server", "balancer"})
    void helpOfACommand_isOnStdout(String command) {
        CommandLineRun run = CommandLineRun.of(command, "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Usage: chameleon " + command);
        assertThat(run.stderr()).isEmpty();
    }

    @Test
    void roleHelp_namesEachKeyWithItsDefault() {
        assertThat(CommandLineRun.of("metadata", "--help").out())
                .contains("--metadata.database.url")
                .contains("Required.")
                .contains("--metadata.scheme.ec")
                .contains("EC(4+2)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completion_knowsTheCommands(String shell) {
        CommandLineRun run = CommandLineRun.of("completion", shell);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("complete -F").contains("verify").contains("--dry-run");
    }

    @Test
    void version_asJson_isAnObject() {
        CommandLineRun run = CommandLineRun.of("version", "--output", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.json().path("version").asText()).isNotEmpty();
        assertThat(run.json().path("java").asText()).startsWith("25");
    }
}
