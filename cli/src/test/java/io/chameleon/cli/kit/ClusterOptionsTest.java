package io.chameleon.cli.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.ClosedPort;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.FakeCluster;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a command looks for its cluster, and what it says if there is none. */
class ClusterOptionsTest {
    private static FakeCluster cluster;
    private static ClosedPort dead;
    private static String closed;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() throws IOException {
        cluster = new FakeCluster(1);
        dead = new ClosedPort();
        closed = dead.address();
    }

    @AfterAll
    static void stop() throws IOException {
        dead.close();
        cluster.close();
    }

    private static CommandLineRun ls(Map<String, String> environment, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "ls";
        System.arraycopy(args, 0, all, 1, args.length);
        CommandLineRun run = CommandLineRun.of(environment, new byte[0], all);
        assertThat(run.stderr().lines().count()).as(run.stderr()).isLessThanOrEqualTo(1);
        return run;
    }

    private String file(String json) throws IOException {
        Files.writeString(directory.resolve("cluster.json"), json);
        return directory.toString();
    }

    private static String describing(String address) {
        return "{\"pid\": " + ProcessHandle.current().pid() + ", \"metadata\": [\"" + address + "\"]}";
    }

    @Test
    void flag_winsOverTheEnvironment_whichWinsOverTheFile() throws IOException {
        String here = cluster.address();
        assertThat(ls(Map.of("CHAMELEON_CLUSTER", closed), "--cluster", here, "--data-dir", file(describing(closed)))
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(ls(Map.of("CHAMELEON_CLUSTER", here), "--data-dir", file(describing(closed)))
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(ls(Map.of("CHAMELEON_CLUSTER", " "), "--data-dir", file(describing(here)))
                        .exitCode())
                .isEqualTo(ExitCode.OK);
    }

    /** As of an admin page, whose port is the next one. Tries last 3 s each: the last one ends before it learns why. */
    @ParameterizedTest
    @ValueSource(strings = {"1s", "7s"})
    void portOfAnotherService_isSaid_whateverTheTimeout(String timeout) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            CommandLineRun run = ls(Map.of(), "--cluster", "127.0.0.1:" + silent.getLocalPort(), "--timeout", timeout);
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(run.stderr()).contains("it may be another service's port");
        }
    }

    @Test
    void firstAddressThatIsDead_costsNothing_ifAnotherAnswers() {
        assertThat(ls(Map.of(), "--cluster", closed + ", " + cluster.address()).exitCode())
                .isEqualTo(ExitCode.OK);
        CommandLineRun none = ls(Map.of(), "--cluster", closed + "," + closed);
        assertThat(none.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(none.stderr())
                .startsWith("chameleon ls: no metadata service at " + closed + ", " + closed + " (from --cluster): ")
                .endsWith("; start a cluster with 'chameleon dev', or say where it is with --cluster HOST:PORT\n");
    }

    /** It is there, so to start another would not help. */
    @Test
    void serviceThatAnswersWithAnError_isNotTakenForAbsent() {
        try (FakeCluster refusing = new FakeCluster(1)) {
            refusing.answer(MessageType.CLUSTER_VIEW, request -> {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "the mapping database is not available");
            });
            String there = refusing.address();
            for (String addresses : List.of(there, closed + "," + there)) {
                CommandLineRun run = ls(Map.of(), "--cluster", addresses);
                assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
                assertThat(run.stderr())
                        .startsWith("chameleon ls: the metadata service at " + addresses.replace(",", ", ")
                                + " (from --cluster) does not serve: the mapping database is not available"
                                + " [UNAVAILABLE] ")
                        .doesNotContain("chameleon dev");
            }
            assertThat(ls(Map.of(), "--cluster", there + "," + closed).stderr())
                    .contains(" does not serve: ")
                    .doesNotContain("chameleon dev");
        }
    }

    /** As while its database answers no statement. */
    @Test
    void serviceThatLetsTheDeadlinePass_isNotTakenForAbsent() {
        try (FakeCluster slow = new FakeCluster(1)) {
            slow.answer(MessageType.CLUSTER_VIEW, request -> {
                throw new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, "CLUSTER_VIEW: no answer before the deadline");
            });
            assertThat(ls(Map.of(), "--cluster", slow.address()).stderr())
                    .startsWith("chameleon ls: the metadata service at " + slow.address()
                            + " (from --cluster) does not serve: CLUSTER_VIEW: no answer before the deadline"
                            + " [DEADLINE_EXCEEDED] ")
                    .doesNotContain("chameleon dev");
        }
    }

    @Test
    void deadAddressOfTheFile_isSaidToBeFromTheFile() throws IOException {
        CommandLineRun run = ls(Map.of(), "--data-dir", file(describing(closed)));
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr())
                .contains("no metadata service at " + closed + " (from " + directory.resolve("cluster.json") + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",", " , ", "here", "here:", ":7400", "here:0", "here:65536", "here:-1", "a:1,,b:2", "h:x"})
    void address_thatIsNone_isAUsageError_thatNamesItsSource(String address) {
        CommandLineRun flag = ls(Map.of(), "--cluster", address);
        assertThat(flag.exitCode()).as(flag.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(flag.stderr()).startsWith("chameleon ls: --cluster: ").contains("' given, expected host:port");
        if (!address.isBlank()) {
            CommandLineRun variable = ls(Map.of("CHAMELEON_CLUSTER", address));
            assertThat(variable.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(variable.stderr()).startsWith("chameleon ls: CHAMELEON_CLUSTER: ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##                                           | cannot be read",
                "null                                         | cannot be read",
                "[]                                           | cannot be read",
                "{}                                           | cannot be read",
                "{\"pid\": 1, \"metadata\": []}               | cannot be read",
                "{\"pid\": 1, \"metadata\": [null]}           | endpoint: 'null' given, expected host:port",
                "{\"pid\": \"x\", \"metadata\": [\"h:1\"]}    | cannot be read",
                "{\"pid\": 1, \"metadata\": [\"nowhere\"]}    | endpoint: 'nowhere' given, expected host:port"
            })
    void clusterFile_thatIsDamaged_isNamedInOneLine(String json, String problem) throws IOException {
        CommandLineRun run = ls(Map.of(), "--data-dir", file(json));
        assertThat(run.exitCode()).isNotEqualTo(ExitCode.OK);
        assertThat(run.stderr())
                .startsWith("chameleon ls: " + directory.resolve("cluster.json"))
                .contains(problem)
                .doesNotContain("unexpected");
        assertThat(run.out()).isEmpty();
    }

    /** An earlier version wrote fewer fields, a later one may write more. */
    @Test
    void clusterFile_ofAnotherVersion_isRead() throws IOException {
        String json = "{\"pid\": 1, \"metadata\": [\"" + cluster.address() + "\"], \"racks\": 7, \"tokenFile\": null}";
        assertThat(ls(Map.of(), "--data-dir", file(json)).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void dataDirectory_thatIsAFile_hasNoCluster() throws IOException {
        Path file = Files.createFile(directory.resolve("data"));
        CommandLineRun run = ls(Map.of(), "--data-dir", file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr()).startsWith("chameleon ls: no cluster found: neither --cluster nor CHAMELEON_CLUSTER");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0         | --timeout: '0' given, expected 1ms to 1d",
                "25h       | --timeout: '1d1h' given, expected 1ms to 1d",
                "-5s       | Invalid value for option '--timeout': time: '-5s' given, expected a time such as",
                "5         | Invalid value for option '--timeout': time: '5' given, expected a time such as",
                "99999999d | Invalid value for option '--timeout': time: '99999999d' given, expected less than"
                        + " 100 years"
            })
    void timeout_thatMakesNoSense_isAUsageError(String timeout, String message) {
        CommandLineRun run = ls(Map.of(), "--cluster", cluster.address(), "--timeout", timeout);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon ls: " + message);
    }

    @Test
    void longestTimeout_isTaken() {
        assertThat(ls(Map.of(), "--cluster", cluster.address(), "--timeout", "1d")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"--token-file  | auth.token-file: ", "--tls-ca-file | "})
    void credentialFile_thatIsADirectory_isNamedInOneLine(String flag, String start) {
        CommandLineRun run = ls(Map.of(), "--cluster", cluster.address(), flag, directory.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr())
                .startsWith("chameleon ls: " + (start == null ? "" : start))
                .contains(directory.toString());
    }

    @Test
    void tokenFile_thatIsEmpty_orHasTwoLines_isRefused_withoutItsContent() throws IOException {
        for (String content : new String[] {"", "id", "id:secret-of-mine\nid-2:secret-of-mine\n"}) {
            Path token = Files.writeString(directory.resolve("token"), content);
            CommandLineRun run = ls(Map.of(), "--cluster", cluster.address(), "--token-file", token.toString());
            assertThat(run.exitCode()).as(content).isEqualTo(ExitCode.USAGE);
            assertThat(run.stderr()).contains(token.toString()).doesNotContain("secret-of-mine");
        }
    }
}
