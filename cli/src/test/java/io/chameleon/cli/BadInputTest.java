package io.chameleon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.kit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user gets for a mistake: exit code 2, nothing on stdout, one line on stderr. */
class BadInputTest {
    @TempDir
    Path directory;

    private static final String KEYS = "src/test/resources/auth/keys";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                  | chameleon: no command given; see 'chameleon --help'",
                "lss                                 | chameleon: Unmatched argument at index 0: 'lss'; did you mean ls",
                "help lss                            | chameleon: Unknown subcommand 'lss'; see 'chameleon --help'",
                "put                                 | chameleon put: Missing required parameters: 'FILE|-', 'BUCKET/KEY'",
                "put none.bin tests/x                | chameleon put: FILE: 'none.bin' given, expected a file that can be read",
                "put . tests/x                       | chameleon put: FILE: '.' given, expected a file, not a directory",
                "put - tests                         | chameleon put: Invalid value for positional parameter at index 1 (BUCKET/KEY): 'tests' given, expected BUCKET/KEY",
                "put - tests/x --policy XY           | chameleon put: Invalid value for option '--policy': expected one of [REP, EC]",
                "put - tests/x --if-absent --if-match 0 | chameleon put: --if-match and --if-absent exclude each other",
                "put - tests/x --if-match zzz        | chameleon put: --if-match: write id: 'zzz' given",
                "get Tests/x -                       | chameleon get: Invalid value for positional parameter at index 0 (BUCKET/KEY): bucket: 'Tests' given",
                "get tests/x - --range 9-1           | chameleon get: Invalid value for option '--range': '9-1' given, expected FROM-TO or FROM-",
                "get tests/x - --timeout soon        | chameleon get: Invalid value for option '--timeout': time: 'soon' given, expected a time such as",
                "ls T!                               | chameleon ls: Invalid value for positional parameter at index 0 (BUCKET[/PREFIX]): bucket: 'T!' given",
                "ls tests --output xml               | chameleon ls: Invalid value for option '--output': expected one of [table, json]",
                "ls --cluster nowhere                | chameleon ls: --cluster: endpoint: 'nowhere' given, expected host:port",
                "rm                                  | chameleon rm: Missing required parameter: 'BUCKET/KEY'",
                "stat tests/                         | chameleon stat: Invalid value for positional parameter at index 0 (BUCKET/KEY): 'tests/' given",
                "cp tests/a                          | chameleon cp: Missing required parameter: 'BUCKET/KEY'",
                "state                               | chameleon state: Missing required parameter: 'BUCKET/KEY'",
                "bucket tests                        | chameleon bucket: Missing required option: '--policy=REP|EC'",
                "bucket tests/x --policy rep         | chameleon bucket: BUCKET: 'tests/x' given, expected a bucket without a key",
                "bucket                              | chameleon bucket: Missing required parameter: 'BUCKET'",
                "bucket grant tests ann              | chameleon bucket grant: Missing required parameter: 'read|write|owner'",
                "bucket grant tests ann all          | chameleon bucket grant: Invalid value for positional parameter at index 2 (read|write|owner)",
                "bucket revoke tests/x ann           | chameleon bucket revoke: BUCKET: 'tests/x' given, expected a bucket without a key",
                "bucket grants T!                    | chameleon bucket grants: Invalid value for positional parameter at index 0 (BUCKET)",
                "bucket quota --bytes 1GiB            | chameleon bucket quota: Missing required parameter: 'BUCKET' or '--user=USER'",
                "bucket quota tests --user ann       | chameleon bucket quota: 'BUCKET' and '--user' given, expected one of them",
                "wear --cluster a:1 --token-file no.token | chameleon wear: auth.token-file: there is no file no.token",
                "wear --cluster a:1 --tls-key-file no.key | chameleon wear: tls.certificate-file and tls.key-file: one given, expected both",
                "wear extra                          | chameleon wear: Unmatched argument at index 1: 'extra'",
                "balance                             | chameleon balance: Missing required argument",
                "balance --now --dry-run             | chameleon balance: --dry-run, --now are mutually exclusive",
                "drain                               | chameleon drain: Missing required parameter: 'SERVER'",
                "drain f/1                           | chameleon drain: server id: 'f/1' given",
                "forget                              | chameleon forget: Missing required parameter: 'SERVER'",
                "forget f/1                          | chameleon forget: server id: 'f/1' given",
                "verify T!                           | chameleon verify: bucket: 'T!' given",
                "completion fish                     | chameleon completion: Invalid value for positional parameter at index 0 (bash|zsh)",
                "zookeeper                           | chameleon zookeeper: zookeeper.server.data-dir: not set; set it in the file, as CHAMELEON_ZOOKEEPER_SERVER_DATA_DIR or",
                "zookeeper --zookeeper.server.data-dir zk --zookeeper.server.port 70000 | chameleon zookeeper: zookeeper.server.port: '70000' given",
                "postgresql --postgresql.data-dir pg | chameleon postgresql: postgresql.password: not set",
                "postgresql --postgresql.data-dir pg --postgresql.password x --postgresql.user A-B | chameleon postgresql: postgresql.user: 'A-B' given, expected a name like chameleon",
                "version extra                       | chameleon version: Unmatched argument at index 1: 'extra'",
                "dev --data-dir=                     | chameleon dev: --data-dir: '' given, expected a directory",
                "dev --servers 0                     | chameleon dev: servers: '0' given, expected 1 to 200",
                "dev --server-bytes 5MiB             | chameleon dev: bytes per server: '5242880' given, expected at least 16 MiB",
                "dev --server-bytes much             | chameleon dev: Invalid value for option '--server-bytes': size: 'much' given",
                "dev --zones 99                      | chameleon dev: zones: '99' given, expected 0 (none) to the number of servers, 10",
                "dev --port-base 80                  | chameleon dev: port base: '80' given, expected 0",
                "dev --policy magic                  | chameleon dev: wear policy: 'magic' given, expected one of chameleon, cmt, edm-cdf, edm-hdf, none, predictive, rep-ec",
                "dev --latency slow                  | chameleon dev: --latency: 'slow' given, expected accounted or paced",
                "dev --epoch 1                       | chameleon dev: Invalid value for option '--epoch': time: '1' given",
                "server                              | chameleon server: server.id: not set",
                "server --server.id a --server.port x | chameleon server: server.port: 'x' given, expected a whole number (--server.port)",
                "server --server.prot 1              | chameleon server: Unknown options: '--server.prot', '1'; did you mean",
                "server --config none.yaml           | chameleon server: --config none.yaml: cannot be read",
                "server --server.id a --server.medium memory --server.bind-host 0.0.0.0 | chameleon server: auth.mode: 'none' given, expected token or mtls to listen on 0.0.0.0",
                "server --server.id a --auth.mode token | chameleon server: auth.mode: 'token' given, expected auth.keys-file",
                "server --server.id a --auth.mode token --auth.keys-file no.keys | chameleon server: auth.keys-file: there is no file no.keys",
                "server --server.id a --auth.mode mtls --tls.ca-file ca | chameleon server: auth.mode: 'mtls' given, expected tls.certificate-file",
                "balancer --auth.mode password       | chameleon balancer: auth.mode: 'password' given, expected one of none, token, mtls",
                "balancer --auth.mode token --auth.keys-file KEYS | chameleon balancer: auth.token-file: not set",
                "dev --auth mtls                     | chameleon dev: --auth: 'mtls' given, expected none or token",
                "rebuild --keep-versions C!          | chameleon rebuild: bucket: 'C!' given",
                "rebuild --keep-versions cats --newest-only cats | chameleon rebuild: buckets that kept versions, and none: '[cats]' given, expected each in one of the two",
                "metadata                            | chameleon metadata: metadata.database.url: not set",
                "metadata --metadata.database.url x  | chameleon metadata: metadata.database.url: 'x' given, expected jdbc:postgresql://host/db",
                "balancer --balancer.epoch 1ms       | chameleon balancer: balancer.epoch: '1ms' given, expected at least 1s",
                "balancer --balancer.policy magic    | chameleon balancer: balancer.policy: 'magic' given, expected one of chameleon, cmt, edm-cdf, edm-hdf, none, predictive, rep-ec (--balancer.policy)"
            })
    void mistake_costsOneLineAndExitCode2(String arguments, String message) {
        String filled = arguments.replace("KEYS", KEYS);
        CommandLineRun run = CommandLineRun.of(
                filled.isBlank() ? new String[0] : filled.strip().split(" +"));
        assertThat(run.stderr()).startsWith(message);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void mistake_withDebug_showsTheStackTraceToo() {
        CommandLineRun run = CommandLineRun.of("verify", "T!", "--debug");
        assertThat(run.stderr())
                .startsWith("chameleon verify: bucket: 'T!' given")
                .contains("\tat io.chameleon.");
    }

    @Test
    void noCluster_saysWhereItLookedAndWhatToStart() {
        CommandLineRun run = CommandLineRun.of("ls", "--data-dir", directory.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr().lines())
                .containsExactly(
                        "chameleon ls: no cluster found: neither --cluster nor CHAMELEON_CLUSTER is set, and there is no "
                                + directory.resolve("cluster.json")
                                + "; start one with 'chameleon dev', or say where it is");
    }

    @Test
    void clusterThatDoesNotAnswer_isNamedWithWhereItCameFrom() throws IOException {
        try (ClosedPort closed = new ClosedPort()) {
            String address = closed.address();
            CommandLineRun run = CommandLineRun.of(Map.of("CHAMELEON_CLUSTER", address), new byte[0], "wear");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(run.stderr())
                    .startsWith("chameleon wear: no metadata service at " + address + " (from CHAMELEON_CLUSTER)")
                    .contains("chameleon dev");
            assertThat(run.stderr().lines()).hasSize(1);
        }
    }

    @Test
    void clusterFileOfADeadProcess_saysThatItIsGone() throws IOException {
        Path file = directory.resolve("cluster.json");
        Files.writeString(file, "{\"pid\": 2147483600, \"metadata\": [\"127.0.0.1:1\"]}");
        CommandLineRun run = CommandLineRun.of("wear", "--data-dir", directory.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr()).contains("from " + file + ", whose process 2147483600 is gone");
    }

    @Test
    void clusterFileThatIsDamaged_isNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("cluster.json"), "{");
        CommandLineRun run = CommandLineRun.of("wear", "--data-dir", directory.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr()).startsWith("chameleon wear: " + file + " cannot be read");
        assertThat(run.stderr().lines()).hasSize(1);
    }

    @Test
    void badLogLevel_isRefused() {
        CommandLineRun run = CommandLineRun.of(Map.of("CHAMELEON_LOG_LEVEL", "LOUD"), new byte[0], "version");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon: CHAMELEON_LOG_LEVEL: 'LOUD' given, expected ERROR");
    }
}
