package io.chameleon.node.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
    @TempDir
    Path directory;

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("chameleon.yaml"), content);
    }

    @Test
    void key_setEverywhere_takesTheFlagThenTheEnvironmentThenTheFile() throws IOException {
        Path file = file("server:\n  port: 1\n  zone: file\nserver.admin-port: 3\n");
        Map<String, String> environment =
                Map.of("CHAMELEON_SERVER_PORT", "2", "CHAMELEON_SERVER_ADMIN_PORT", "4", "PATH", "/bin");
        Settings settings = new SettingsReader()
                .file(file)
                .environment(environment)
                .flags(Map.of("server.port", "5"))
                .settings();
        assertThat(settings.get(ServerKeys.PORT)).isEqualTo(5);
        assertThat(settings.get(ServerKeys.ADMIN_PORT)).isEqualTo(4);
        assertThat(settings.get(ServerKeys.ZONE)).isEqualTo("file");
        assertThat(settings.shown(ServerKeys.LIST))
                .containsEntry("server.port", "5 (--server.port)")
                .containsEntry("server.admin-port", "4 (CHAMELEON_SERVER_ADMIN_PORT)")
                .containsEntry("server.zone", "file (" + file + ")")
                .containsEntry("server.latency", "accounted (default)");
    }

    @Test
    void list_inTheFile_isTheSameAsCommas() throws IOException {
        Path file = file("balancer:\n  metadata: [a:1, 'b:2']\n");
        assertThat(BalancerKeys.metadata(new SettingsReader().file(file).settings()))
                .hasToString("[a:1, b:2]");
    }

    /** What YAML takes for a number or a date is, for a key, what was written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0123",
                "1.10",
                "1e3",
                "1_000",
                "0x10",
                "12345678901234567890",
                "0.0005",
                "2030-01-01",
                "+5",
                "1:30",
                "null-",
                ".5",
                "NaN",
                "no",
                "Yes",
                "ON",
                "off",
                "y",
                "N",
                "True",
                "FALSE"
            })
    void text_isTakenAsItIsWritten_quotedOrNot(String text) throws IOException {
        for (String written : List.of(text, "'" + text + "'", '"' + text + '"')) {
            Settings settings = new SettingsReader()
                    .file(file("postgresql:\n  password: " + written + "\n"))
                    .settings();
            assertThat(settings.get(PostgresKeys.PASSWORD)).as(written).isEqualTo(text);
        }
    }

    @Test
    void smallNumber_isTaken_inTheFileAsOnTheCommandLine() throws IOException {
        Settings settings = new SettingsReader()
                .file(file("balancer: {headroom: 0.0005}\n"))
                .settings();
        assertThat(settings.get(BalancerKeys.HEADROOM)).isEqualTo(0.0005);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "True", "TRUE", "yes", "On"})
    void flag_isTakenAsYamlWritesIt(String text) throws IOException {
        assertThat(new SettingsReader()
                        .file(file("tls: {verify-host: " + text + "}"))
                        .settings()
                        .get(CommonKeys.TLS_VERIFY_HOST))
                .isTrue();
    }

    @Test
    void choiceAndList_thatLookLikeTruthValues_areTakenAsTheyAreWritten() throws IOException {
        Settings settings = new SettingsReader()
                .file(file("s3: {domains: [no, off]}\nserver: {zone: no, latency: Off}\n"))
                .settings();
        assertThat(settings.get(GatewayKeys.DOMAINS)).isEqualTo("no,off");
        assertThat(settings.get(ServerKeys.ZONE)).isEqualTo("no");
        assertThatThrownBy(() -> settings.get(ServerKeys.LATENCY))
                .hasMessageStartingWith("server.latency: 'Off' given, expected one of accounted, paced");
    }

    @Test
    void file_thatIsNoText_orADirectory_cannotBeRead() throws IOException {
        Path binary = Files.write(directory.resolve("binary.yaml"), new byte[] {'a', ':', ' ', (byte) 0xff});
        Map.of(binary, "it is not text in UTF-8", directory, "Is a directory")
                .forEach((file, why) -> assertThatThrownBy(() -> new SettingsReader().file(file))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("--config " + file + ": cannot be read: " + why));
    }

    @Test
    void file_thatMayNotBeRead_isSaidToBeThat() {
        assertThat(SettingsFile.why(new AccessDeniedException("/etc/chameleon.yaml")))
                .isEqualTo("no permission");
    }

    /** All of a device that never ends would fill the heap, and a log in its place takes minutes. */
    @Test
    void file_thatIsFarTooLarge_isRefused_beforeItIsRead() throws IOException {
        Path file = directory.resolve("large.yaml");
        String line = "server.port: 1\n";
        Files.writeString(file, line + "#".repeat((1 << 20) - line.length()));
        assertThat(new SettingsReader().file(file).settings().get(ServerKeys.PORT))
                .isEqualTo(1);
        Files.writeString(file, "#", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--config " + file + ": larger than 1 MiB, expected a YAML file of keys and values");
    }

    @Test
    void secondDocument_isRefused_ratherThanPassedOver() throws IOException {
        Path file = file("server: {port: 1}\n---\nserver: {port: 2}\n");
        assertThatThrownBy(() -> new SettingsReader().file(file)).hasMessageContaining("not a YAML map");
    }

    /** One that includes itself would be read for ever. The name of what is meant is never the value itself. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: &s {zone: *s}                   | server.zone: alias '*s'",
                "{s3.region: &r eu, server: {zone: *r}}  | server.zone: alias '*r'",
                "{s3.region: &r eu, server.devices: [*r]} | server.devices: alias '*r'",
                "{server: &s {zone: a}, metadata: *s}    | metadata: alias '*s'",
                "{server: &s {zone: a}, s3: {<<: *s}}    | s3.<<: alias '*s'"
            })
    void alias_isRefused_sinceNothingIsFollowed_letAloneALoop(String content, String message) throws IOException {
        Path file = file("# a comment\n" + content);
        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ": " + message + " given, expected the value itself (line 2)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{a: b}]", "[a, null]", "[[a], b]"})
    void list_ofMoreThanTexts_isRefused(String list) throws IOException {
        Path file = file("s3.domains: " + list);
        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": s3.domains: '")
                .hasMessageEndingWith("' given in a list, expected texts only");
    }

    @Test
    void deepNesting_isRefusedInOneLine() throws IOException {
        Path file = file("{a: ".repeat(5_000) + "1" + "}".repeat(5_000));
        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .startsWith(file + ": not a YAML map")
                .doesNotContain("\n");
    }

    @Test
    void emptyFile_setsNothing() throws IOException {
        assertThat(new SettingsReader().file(file("# nothing\n")).settings().isSet(ServerKeys.PORT))
                .isFalse();
    }

    @Test
    void fileOfNull_setsNothing() throws IOException {
        assertThat(new SettingsReader().file(file("~")).settings().isSet(ServerKeys.PORT))
                .isFalse();
    }

    @Test
    void lineBreaks_inKeysNamesAndValues_doNotReachTheMessage() throws IOException {
        Path file = file("\"server.\\nport\": 1");
        assertThatThrownBy(() -> new SettingsReader().file(file)).hasMessageContaining("unknown key 'server. port'");
        assertThatThrownBy(() -> new SettingsReader().environment(Map.of("CHAMELEON_SERVER_\nX", "1")))
                .hasMessageContaining("unknown variable CHAMELEON_SERVER_ X");
        Settings settings =
                new SettingsReader().flags(Map.of("server.medium", "a\nb")).settings();
        assertThatThrownBy(() -> settings.get(ServerKeys.MEDIUM)).hasMessageStartingWith("server.medium: 'a b' given");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: {prot: 1}          | unknown key 'server.prot'; did you mean 'server.port'?",
                "colour: blue               | unknown key 'colour'; docs/reference/configuration.md has all keys",
                "server: 5                  | unknown key 'server'",
                "[1, 2]                     | not a YAML map",
                "server: {port: 1           | not a YAML map",
                "server: {port: 1, port: 2} | not a YAML map",
                "{server: {port: 1}, server.port: 2} | duplicate key 'server.port', nested and dotted",
                "{server.devices: [a], server: {devices: b}} | duplicate key 'server.devices', nested and dotted"
            })
    void badFile_isRefusedInOneLineWithItsName(String content, String message) throws IOException {
        Path file = file(content);
        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": " + message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void missingFile_isRefused() {
        Path file = directory.resolve("none.yaml");
        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--config " + file
                        + ": cannot be read: there is no such file, expected a YAML file of keys and values");
    }

    @Test
    void unknownVariable_isRefusedWithASuggestion() {
        assertThatThrownBy(() -> new SettingsReader().environment(Map.of("CHAMELEON_SERVER_ZONES", "a")))
                .hasMessage("environment: unknown variable CHAMELEON_SERVER_ZONES; did you mean 'server.zone'?");
    }

    @Test
    void badValue_isRefusedWithWhereItCameFrom() {
        Settings settings = new SettingsReader()
                .environment(Map.of("CHAMELEON_SERVER_CAPACITY_BYTES", "big"))
                .settings();
        assertThatThrownBy(() -> settings.get(ServerKeys.CAPACITY_BYTES))
                .hasMessageStartingWith("server.capacity-bytes: 'big' given, expected")
                .hasMessageEndingWith("(CHAMELEON_SERVER_CAPACITY_BYTES)");
    }

    @Test
    void requiredKey_notSet_saysHowToSetIt() {
        assertThatThrownBy(() -> ServerKeys.server(new SettingsReader().settings()))
                .hasMessage("server.id: not set; set it in the file, as CHAMELEON_SERVER_ID or with --server.id");
    }

    /** A variable made from a file often ends with a line break, which must not begin a line in the log. */
    @Test
    void lineBreak_shown_isVisible_inOneLine() {
        Settings settings = new SettingsReader()
                .environment(Map.of("CHAMELEON_SERVER_ZONE", "a\r\nb\n"))
                .settings();
        assertThat(settings.shown(ServerKeys.LIST)).containsEntry("server.zone", "a??b? (CHAMELEON_SERVER_ZONE)");
    }

    @Test
    void password_shown_isHidden() {
        Settings settings = new SettingsReader()
                .environment(Map.of("CHAMELEON_METADATA_DATABASE_PASSWORD", "secret"))
                .settings();
        assertThat(settings.shown(MetadataKeys.LIST).toString()).doesNotContain("secret");
    }
}
