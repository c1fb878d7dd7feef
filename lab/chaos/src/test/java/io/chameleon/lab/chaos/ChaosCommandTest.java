package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/**
 * Arguments of {@code chameleon chaos}. Its data directory is not empty, which is refused at last: no test starts a
 * process.
 */
class ChaosCommandTest {
    private static final String REFUSED_AT_LAST = "--data-dir: ";

    @TempDir
    private Path directory;

    @BeforeEach
    void fill() throws IOException {
        Files.createFile(directory.resolve("in-the-way"));
    }

    private static CommandLine command(StringWriter out, StringWriter err) {
        return new CommandLine(new ChaosCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    command.getErr().println(exception.getMessage());
                    return 1;
                });
    }

    /** The first line of the error. */
    private String error(String... arguments) {
        StringWriter err = new StringWriter();
        String[] all = Stream.concat(Arrays.stream(arguments), Stream.of("--data-dir", directory.toString()))
                .toArray(String[]::new);
        assertThat(command(new StringWriter(), err).execute(all)).isNotZero();
        return err.toString().lines().findFirst().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--minutes=0                    | --minutes: '0' given, expected at least a second",
                "--minutes=0.016                | --minutes: '960ms' given, expected at least a second",
                "--minutes=five                 | 'five' is not a double",
                "--operations=-1                | --operations: '-1' given, expected 0 or more",
                "--kills=-1 | --kills: '-1' given, expected 0, or more with --kills-per-minute above 0",
                "--kills-per-minute=601         | --kills-per-minute: '601.0' given, expected 0 to 600",
                "--kills-per-minute=-1          | --kills-per-minute: '-1.0' given, expected 0 to 600",
                "--kills-per-minute=NaN         | --kills-per-minute: 'NaN' given, expected 0 to 600",
                "--disasters=earthquake | --disasters: 'earthquake' given, expected all, none, or some of "
                        + "blank-device,",
                "--disasters=lost-node,all      | --disasters: 'all' given, expected all, none, or some of",
                "--disasters-per-minute=61      | --disasters-per-minute: '61.0' given, expected 0 to 60",
                "--disasters-per-minute=-0.1    | --disasters-per-minute: '-0.1' given, expected 0 to 60",
                "--seed=x                       | 'x' is not a",
                "--servers=5 | --servers: '5' given, expected 6 (one for each fragment of a stripe) to 50",
                "--servers=51                   | --servers: '51' given, expected 6",
                "--clients=0                    | --clients: '0' given, expected 1 to 12",
                "--clients=13                   | --clients: '13' given, expected 1 to 12",
                "--gateways=5                   | --gateways: '5' given, expected 0 to 4",
                "--operations-per-second=-1     | --operations-per-second: '-1' given, expected 0 or more",
                "--keys=0                       | --keys: '0' given, expected 1 to 1000000",
                "--keys=1000001                 | --keys: '1000001' given, expected 1 to 1000000",
                "--server-bytes=31MiB           | --server-bytes: '32505856' given, expected at least 32 MiB",
                "--server-bytes=lots            | --server-bytes: 'lots' given",
                "--settle=1m                    | --settle: '1m' given, expected 0s, or at least 210s",
                "--settle=soon                  | --settle: 'soon' given",
                "--database=db:5432             | --database: 'db:5432' given, expected jdbc:postgresql://",
                "--databases=5                  | --databases: '5' given, expected 1 to 4",
                "--disaster=all                 | Unknown option: '--disaster=all'",
            })
    void badArgument_isRefusedInOneLine(String argument, String message) {
        assertThat(error(argument)).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "--minutes=0.02",
        "--disasters=all",
        "--disasters=none",
        "--settle=0s",
        "--server-bytes=32MiB",
        "--kills=3",
        "--databases=4",
        "--seed=-5",
        "--output=json",
    })
    void goodArgument_isTaken(String argument) {
        assertThat(error(argument)).startsWith(REFUSED_AT_LAST);
    }

    @ParameterizedTest
    @EnumSource(Disaster.class)
    void disaster_isAskedForByItsName_andHelpTellsIt(Disaster disaster) {
        assertThat(error("--disasters=" + disaster.label())).startsWith(REFUSED_AT_LAST);
        StringWriter help = new StringWriter();
        assertThat(command(help, new StringWriter()).execute("--help")).isZero();
        assertThat(help.toString().replaceAll("\\s+", " ")).contains(disaster.label());
    }

    @Test
    void severalDisasters_areSeparatedByCommas() {
        assertThat(error("--disasters=lost-node,blank-device")).startsWith(REFUSED_AT_LAST);
        assertThat(error("--disasters", "lost-node, blank-device")).contains("--disasters: ' blank-device' given");
    }

    /** Names are part of commands in scripts, and lines of the report. */
    @Test
    void disasters_haveDistinctPlainNames_andAMeaningInALine() {
        assertThat(Disaster.values())
                .extracting(Disaster::label)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z-]+"));
        assertThat(Disaster.values()).allSatisfy(disaster -> {
            assertThat(disaster).hasToString(disaster.label());
            assertThat(disaster.meaning()).isNotBlank().doesNotContain("\n");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "BLANK_DEVICE,         false",
        "LOST_DATABASE,        true",
        "FAILED_OVER_DATABASE, true",
        "WRONG_CLUSTER,        true",
        "LOST_NODE,            false",
    })
    void disastersOfTheDatabase_needOneOfTheRunsOwn(Disaster disaster, boolean needs) {
        assertThat(disaster.isOfTheDatabase()).isEqualTo(needs);
    }

    @Test
    void help_namesEveryOption() {
        StringWriter help = new StringWriter();
        assertThat(command(help, new StringWriter()).execute("--help")).isZero();
        assertThat(help.toString())
                .contains(List.of(
                        "--minutes",
                        "--operations",
                        "--kills",
                        "--until",
                        "--kills-per-minute",
                        "--disasters",
                        "--disasters-per-minute",
                        "--seed",
                        "--servers",
                        "--clients",
                        "--gateways",
                        "--operations-per-second",
                        "--keys",
                        "--server-bytes",
                        "--settle",
                        "--database",
                        "--databases",
                        "--data-dir",
                        "--report",
                        "--output"));
    }

    @Test
    void temporaryDirectory_isGone_afterAnInterrupt() throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.writeString(Files.createDirectories(data.resolve("postgres")).resolve("PG_VERSION"), "18");
        ChaosCommand.tidy(data);
        assertThat(data).doesNotExist();
        ChaosCommand.tidy(data);
    }
}
