package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.core.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** `dev` that cannot start: it says so in one line, before anything is made. */
class DevCommandTest {
    private static final String LAYOUT =
            "{\"servers\": 6, \"serverBytes\": 67108864, \"zones\": 3, \"medium\": \"IMAGE\"}";

    @TempDir
    Path directory;

    private CommandLineRun dev(Map<String, String> environment, String... args) {
        String[] all = Stream.concat(
                        Stream.of("dev", "--data-dir", directory.resolve("data").toString()), Stream.of(args))
                .toArray(String[]::new);
        CommandLineRun run = CommandLineRun.of(environment, new byte[0], all);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.out()).isEmpty();
        return run;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "--servers -1               | servers: '-1' given, expected 1 to 200",
                "--servers 201              | servers: '201' given, expected 1 to 200",
                "--servers 1.5              | Invalid value for option '--servers': '1.5' is not an int",
                "--servers 99999999999      | Invalid value for option '--servers': '99999999999' is not an int",
                "--server-bytes 0           | bytes per server: '0' given, expected at least 16 MiB",
                "--server-bytes -1GiB       | Invalid value for option '--server-bytes': size: '-1GiB' given",
                "--zones -1                 | zones: '-1' given, expected 0 (none) to the number of servers, 10",
                "--zones 3 --servers 2      | zones: '3' given, expected 0 (none) to the number of servers, 2",
                "--port-base -1             | port base: '-1' given, expected 0 (any free ports) or 1024 to 65506",
                "--port-base 1023           | port base: '1023' given, expected 0 (any free ports) or 1024",
                "--port-base 65507 --no-s3  | port base: '65507' given, expected 0 (any free ports) or 1024 to 65506",
                "--port-base 65500          | port of S3: '65580' given, expected 0 (any) to 65535",
                "--s3-port 65536            | port of S3: '65536' given, expected 0 (any) to 65535",
                "--s3-port -1               | port of S3: '-1' given, expected 0 (any) to 65535",
                "--bucket B!                | bucket: 'B!' given, expected 3 to 63 lower-case letters",
                "--no-s3 --bucket photos    | --bucket: '[photos]' given, expected none with --no-s3",
                "--epoch 0                  | balancer.epoch: '0' given, expected at least 1s",
                "--lifecycle-day 0          | balancer.lifecycle.day: '0' given, expected ",
                "--policy Predictive        | wear policy: 'Predictive' given, expected one of chameleon, cmt,",
                "--policy ''                | wear policy: '''' given, expected one of chameleon, cmt,",
                "--auth tokens              | --auth: 'tokens' given, expected none or token",
                "--latency pace             | --latency: 'pace' given, expected accounted or paced",
                "--advertised-host 0.0.0.0  | host to advertise: '0.0.0.0' given, expected one that clients can"
                        + " connect to",
                "--bind-host 0.0.0.0        | host to advertise: '0.0.0.0' given, expected one that clients can"
                        + " connect to",
                "--bind-host 10.0.0.1       | S3 on 10.0.0.1, which others can reach: expected CHAMELEON_S3_ACCESS_KEY",
                "--medium memory            | Unknown options: '--medium', 'memory'"
            })
    void option_thatMakesNoSense_isAUsageError_andNoDirectoryIsMade(String arguments, String message) {
        CommandLineRun run = dev(Map.of(), arguments.split(" +"));
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon dev: " + message);
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "KEY |                | CHAMELEON_S3_ACCESS_KEY and CHAMELEON_S3_SECRET_KEY: one set, expected"
                        + " both or neither",
                "    | a-long-secret  | CHAMELEON_S3_ACCESS_KEY and CHAMELEON_S3_SECRET_KEY: one set, expected"
                        + " both or neither",
                "A B | a-long-secret  | access key: 'A B' given, expected 3 to 64 letters",
                "KEY | geheim         | secret key of KEY: expected 8 to 512 printable ASCII characters without spaces",
                "KEY | größtes-secret | secret key of KEY: expected 8 to 512 printable ASCII characters without spaces"
            })
    void keysOfTheEnvironment_thatMakeNoSense_areRefused_withoutTheSecret(
            String access, String secret, String message) {
        CommandLineRun run = dev(Map.of(
                "CHAMELEON_S3_ACCESS_KEY", access == null ? "" : access,
                "CHAMELEON_S3_SECRET_KEY", secret == null ? "" : secret));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon dev: " + message);
        if (secret != null) {
            assertThat(run.stderr()).doesNotContain(secret);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "--servers 5          | servers: '5' given, expected 6 as in ",
                "--server-bytes 32MiB | bytes per server: '33554432' given, expected 67108864 as in ",
                "--zones 2            | zones: '2' given, expected 3 as in "
            })
    void directory_isNotOpenedOtherwiseThanItWasMade(String arguments, String message) throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.writeString(data.resolve("layout.json"), LAYOUT);
        CommandLineRun run = dev(Map.of(), arguments.split(" +"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr())
                .startsWith("chameleon dev: " + message + " " + data)
                .endsWith("; start it so, or choose another --data-dir\n");
        assertThat(data.resolve("layout.json")).hasContent(LAYOUT);
        assertThat(data.resolve("postgres")).doesNotExist();
    }

    /**
     * The parts start one after the other, and each knows its own options only. The port is the first of the base,
     * since others may have any port before it.
     */
    @Test
    void portThatIsInUse_isNamedWithTheOptionThatChoosesAnother_beforeAnythingStarts() throws IOException {
        int port = FreePorts.take();
        try (ServerSocket others = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(others.isBound()).isTrue();
            assertRefused(port, "--port-base", "--port-base", String.valueOf(port), "--servers", "2", "--no-s3");
            assertRefused(port, "--s3-port", "--port-base", "0", "--s3-port", String.valueOf(port));
        }
    }

    private void assertRefused(int port, String option, String... args) {
        CommandLineRun run = dev(Map.of(), args);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr())
                .isEqualTo("chameleon dev: cannot listen on 127.0.0.1:" + port
                        + ": Address already in use; choose another with " + option + "\n");
        assertThat(directory.resolve("data").resolve("postgres")).doesNotExist();
    }

    @Test
    void directory_thatIsALinkToNothing_isCalledThat() throws IOException {
        Path gone = directory.resolve("gone");
        Path data = Files.createSymbolicLink(directory.resolve("data"), gone);
        CommandLineRun run = dev(Map.of(), "--port-base", "0");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr())
                .isEqualTo("chameleon dev: cannot use data directory " + data + ": " + data
                        + ": it is a symbolic link to " + gone + ", which does not exist\n");
    }

    @Test
    void directory_thatWasUsedInMemory_isRefused_sinceItsContentIsGone() throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.writeString(data.resolve("layout.json"), LAYOUT.replace("IMAGE", "MEMORY"));
        CommandLineRun run = dev(Map.of());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr())
                .startsWith("chameleon dev: data directory " + data + ": 'used before on medium MEMORY' given,"
                        + " expected a new directory: what was in it is gone with its process");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##                                                                             | cannot be read: ",
                "null                                                                           | cannot be read: ",
                "{\"servers\": 0, \"serverBytes\": 1, \"zones\": 0, \"medium\": \"IMAGE\"}      | servers in"
                        + " layout.json: '0'",
                "{\"servers\": \"x\", \"serverBytes\": 1, \"zones\": 0, \"medium\": \"IMAGE\"}  | cannot be read: ",
                "{\"servers\": 1, \"serverBytes\": 1, \"zones\": 0, \"medium\": \"TAPE\"}       | cannot be read: "
            })
    void layout_thatIsDamaged_isNamed(String json, String problem) throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Path layout = Files.writeString(data.resolve("layout.json"), json);
        CommandLineRun run = dev(Map.of());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr())
                .startsWith("chameleon dev: " + layout + " cannot be read: ")
                .contains(problem);
    }

    @Test
    void directory_thatIsAFile_isNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("data"));
        CommandLineRun run = dev(Map.of());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr()).startsWith("chameleon dev: cannot use data directory " + file);
    }
}
