package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCommandTest {
    private static CommandLineRun demo(String options) {
        return CommandLineRun.of(
                Stream.concat(Stream.of("demo"), Stream.of(options.split(" "))).toArray(String[]::new));
    }

    /** Before a cluster is started. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--servers 5        | --servers: '5' given, expected at least 6, one for each fragment of EC(4+2)",
                "--epochs 0         | --epochs: '0' given, expected at least 1",
                "--limit -1         | --limit: '-1' given, expected 0 (all) or a number of requests",
                "--writers 300      | --writers: '300' given, expected 1 to 256",
                "--utilisation 0.9  | --utilisation: '0.9' given, expected above 0, at most 0.85",
                "--policy lru       | --policy: 'lru' given, expected one of ",
                "--policy cmt,cmt   | --policy: 'cmt,cmt' given, expected each policy once",
                "--initial RAID     | Invalid value for option '--initial': expected one of",
                "--input /no/where  | --input: '/no/where' given, expected a directory",
                "--trace /no/where  | trace /no/where: no such file"
            })
    void badInput_isOneClearLine(String options, String message) {
        CommandLineRun run = demo(options);
        assertThat(run.exitCode()).isIn(ExitCode.USAGE, ExitCode.FAILURE);
        assertThat(run.stderr()).startsWith("chameleon demo: " + message).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void help_namesThePoliciesThatAreCompared() {
        assertThat(demo("--help").out().replaceAll("\\s+", " "))
                .contains("Usage: chameleon demo", "chameleon, cmt, edm-cdf, edm-hdf, predictive, rep-ec")
                .contains("Default: chameleon,predictive");
    }
}
