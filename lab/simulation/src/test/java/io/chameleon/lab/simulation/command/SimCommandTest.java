package io.chameleon.lab.simulation.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seeds 0             | --seeds: '0' given, expected 1 to 1000000",
                "--seeds 1000001       | --seeds: '1000001' given, expected 1 to 1000000",
                "--hours 0             | --hours: '0.0' given, expected more than 0, at most 720",
                "--hours 721           | --hours: '721.0' given, expected more than 0, at most 720",
                "--hours 0.0001        | length of the simulation: '360ms' given, expected 1 second to 720 hours",
                "--jobs 0              | --jobs: '0' given, expected at least 1",
                "--faults crash,,loss  | --faults: '' given, expected all, none or some of crash, power-cut,"
            })
    void badInput_isOneClearLine(String options, String message) {
        CommandLineRun run = sim(options);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon sim: " + message).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void onlyTheNamedFaults_happen() {
        JsonNode counts =
                sim("--seed 4 --hours 0.1 --faults crash,pause -o json").json().get("counts");
        assertThat(counts.propertyStream().map(Map.Entry::getKey))
                .filteredOn(name -> name.startsWith("fault "))
                .isNotEmpty()
                .isSubsetOf("fault crash", "fault pause");
    }

    @Test
    void none_isNoFault() {
        CommandLineRun run = sim("--hours 0.01 --faults none");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("1 seeds, ")
                .contains("no violation", "log hash ", "READ DONE")
                .doesNotContain("fault ");
    }

    private static CommandLineRun sim(String options) {
        return CommandLineRun.of(
                Stream.concat(Stream.of("sim"), Stream.of(options.split(" "))).toArray(String[]::new));
    }
}
