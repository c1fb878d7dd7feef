package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.node.config.AllKeys;
import io.chameleon.node.config.Key;
import io.chameleon.node.config.ServerKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;

/** A role's settings from its command line, its environment and its file. */
class RoleOptionsTest {
    @TempDir
    Path directory;

    @Command(name = "role")
    private static final class Role {
        @Mixin
        private final RoleOptions options;

        Role(Map<String, String> environment, List<Key<?>> keys) {
            options = new RoleOptions(environment, keys);
        }
    }

    private static CommandLine line(Role role) {
        CommandLine line = new CommandLine(role);
        role.options.addFlags(line.getCommandSpec());
        return line;
    }

    private static Settings settings(Map<String, String> environment, String... args) {
        Role role = new Role(environment, ServerKeys.OF_ROLE);
        line(role).parseArgs(args);
        return role.options.settings();
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("role.yaml"), yaml);
    }

    @Test
    void flag_winsOverTheEnvironment_whichWinsOverTheFile() throws IOException {
        Path file = file("server: {id: from-file, zone: from-file, node: from-file, medium: memory}\n");
        ServerConfig config = ServerKeys.server(settings(
                Map.of("CHAMELEON_SERVER_ZONE", "from-environment", "CHAMELEON_SERVER_NODE", "from-environment"),
                "--config",
                file.toString(),
                "--server.node",
                "from-flag"));
        assertThat(config.devices().getFirst().server().value()).isEqualTo("from-file");
        assertThat(config.zone()).isEqualTo("from-environment");
        assertThat(config.node()).isEqualTo("from-flag");
    }

    /** An empty value is one: it takes back what the file says. */
    @Test
    void flag_mayBeEmpty() throws IOException {
        Path file = file("server: {id: flash-0, zone: east, medium: memory}\n");
        assertThat(ServerKeys.server(settings(Map.of(), "--config", file.toString(), "--server.zone="))
                        .zone())
                .isEmpty();
    }

    @Test
    void everyKey_hasAFlag_withItsDescriptionAndDefault() {
        CommandLine line = line(new Role(Map.of(), AllKeys.LIST));
        for (Key<?> key : AllKeys.LIST) {
            OptionSpec option = line.getCommandSpec().findOption("--" + key.name());
            assertThat(option).as(key.name()).isNotNull();
            String standard = key.defaultText();
            assertThat(String.join("", option.description()).replace("%%", "%"))
                    .startsWith(key.description() + ". ")
                    .endsWith(standard == null ? "Required." : standard.isEmpty() ? " " : "Default: " + standard + ".");
        }
        assertThat(line.getUsageMessage()).contains("--balancer.headroom", "--postgresql.shared-buffers");
    }

    @Test
    void flag_givenTwice_isAUsageError_andSoIsOneWithoutItsValue() {
        assertThatExceptionOfType(CommandLine.ParameterException.class)
                .isThrownBy(() -> settings(Map.of(), "--server.id", "a", "--server.id", "b"))
                .withMessageContaining("--server.id");
        assertThatExceptionOfType(CommandLine.ParameterException.class)
                .isThrownBy(() -> settings(Map.of(), "--server.id"))
                .withMessageContaining("--server.id");
    }

    @Test
    void keyOfAnotherRole_isTakenFromTheFile_whichServesAWholeCluster_butIsNoFlag() throws IOException {
        Path file = file("server: {id: flash-0, medium: memory}\nbalancer: {epoch: 10m}\ns3: {port: 80}\n");
        assertThat(ServerKeys.server(settings(Map.of("CHAMELEON_BALANCER_EPOCH", "5m"), "--config", file.toString()))
                        .devices())
                .hasSize(1);
        assertThatExceptionOfType(CommandLine.UnmatchedArgumentException.class)
                .isThrownBy(() -> settings(Map.of(), "--balancer.epoch", "5m"));
    }

    @Test
    void variable_thatIsAlmostOne_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of("CHAMELEON_SERVER_IDS", "a")))
                .withMessage("environment: unknown variable CHAMELEON_SERVER_IDS; did you mean 'server.id'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "server     | --server.id flash-0 --server.capacity-bytes lots | server.capacity-bytes: 'lots'"
                        + " given, expected bytes",
                "server     | --server.id flash-0 --server.medium tape | server.medium: 'tape' given, expected"
                        + " one of image, memory, timing-only (--server.medium)",
                "server     | --server.id flash/0 --server.medium memory | server.id: 'flash/0' given",
                "server     | --config DIR | --config DIR: cannot be read",
                "server     | --server.idd x | Unknown options: '--server.idd', 'x'; did you mean --server.id",
                "metadata   | --metadata.database.url jdbc:mysql://db/x | metadata.database.url:"
                        + " 'jdbc:mysql://db/x' given",
                "metadata   | --metadata.database.url jdbc:postgresql://db/x --metadata.scheme.ec EC(4) |"
                        + " metadata.scheme.ec: 'EC(4)' given, expected REP(copies), EC(data+parity) or"
                        + " LRC(data+groups+parity) (--metadata.scheme.ec)",
                "balancer   | --balancer.metadata nowhere | balancer.metadata: 'nowhere' given, expected host:port"
                        + " (--balancer.metadata)",
                "balancer   | --balancer.port 70000 | balancer.port: '70000' given, expected 0 (any) to 65535",
                "balancer   | --balancer.headroom half | balancer.headroom: 'half' given, expected a number such"
                        + " as 0.05",
                "s3         | --s3.port 70000 | s3.port: '70000' given, expected 0 (any) to 65535",
                "s3         | --s3.access-key KEY | s3.access-key and s3.secret-key: one given, expected both or"
                        + " neither",
                "s3         | --s3.trusted-proxies 10.0.0.1,proxy | s3.trusted-proxies: 'proxy' given, expected an"
                        + " address, or a range as 10.0.0.0/8 or fd00::/8 (--s3.trusted-proxies)",
                "s3         | --s3.tls-key-file key.pem | s3.tls-certificate-file and s3.tls-key-file: 'one of"
                        + " them' given, expected both or neither",
                "s3         | --s3.tls-key-file none.pem --s3.tls-certificate-file none.crt | TLS of S3: none.crt"
                        + " cannot be read",
                "zookeeper  | --zookeeper.server.data-dir DIR --zookeeper.server.admin-port -1 |"
                        + " zookeeper.server.admin-port: '-1' given, expected 0 (any) to 65535",
                "postgresql | --postgresql.data-dir DIR --postgresql.password x --postgresql.port 0 |"
                        + " postgresql.port: '0' given, expected 1 to 65535",
                "postgresql | --postgresql.data-dir DIR --postgresql.password x --postgresql.shared-buffers 1KiB"
                        + " | postgresql.shared-buffers: '1024' given, expected 1MiB to 8191GiB",
                "rebuild    | --metadata.database.url jdbc:postgresql://db/x --writer photos | --writer: 'photos'"
                        + " given, expected BUCKET=USER",
                "rebuild    | --metadata.database.url jdbc:postgresql://db/x --writer =ann | --writer: '=ann'"
                        + " given, expected BUCKET=USER",
                "rebuild    | --metadata.database.url jdbc:postgresql://db/x --writer P!=ann | bucket: 'P!' given",
                "rebuild    | --metadata.database.url jdbc:postgresql://db/x --database 1 | --database: '1'"
                        + " given, expected 0 to 0, as metadata.database.further-urls has 0 URLs",
                "rebuild    | --metadata.port 1 | Unknown options: '--metadata.port', '1'",
                "kubernetes zone     | | Missing required option: '--node=NAME'",
                "kubernetes database | --namespace store | Missing required option: '--config-map=NAME'"
            })
    void role_thatCannotStart_saysInOneLineWhichSettingIsWrong(String role, String arguments, String message) {
        String given = (role + " " + (arguments == null ? "" : arguments)).replace("DIR", directory.toString());
        CommandLineRun run = CommandLineRun.of(given.split(" +"));
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.stderr()).startsWith("chameleon " + role + ": " + message.replace("DIR", directory.toString()));
        assertThat(run.out()).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }
}
