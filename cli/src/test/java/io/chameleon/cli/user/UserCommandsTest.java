package io.chameleon.cli.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Users of the gateway, in a directory: no cluster has to run. */
class UserCommandsTest {
    private static final String SECRET = "a/secret+of=mine";

    @TempDir
    Path directory;

    private CommandLineRun run(String... args) {
        String[] all = Stream.concat(
                        Stream.of("user"), Stream.concat(Stream.of(args), Stream.of("--users-dir", users())))
                .toArray(String[]::new);
        CommandLineRun run = CommandLineRun.of(all);
        assertThat(run.stderr().lines().count()).as(run.stderr()).isLessThanOrEqualTo(1);
        return run;
    }

    private String users() {
        return directory.resolve("users").toString();
    }

    private CommandLineRun succeeding(String... args) {
        CommandLineRun run = run(args);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.OK);
        return run;
    }

    private void refused(String message, String... args) {
        CommandLineRun run = run(args);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith(message).doesNotContain(SECRET);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void newUser_isShownWithItsSecret_onceAndNeverAgain() {
        assertThat(succeeding("add", "ann", "--access-key", "ANN", "--secret-key", SECRET)
                        .lines())
                .containsExactly("user        ann", "access key  ANN", "secret key  " + SECRET);
        assertThat(succeeding("ls").lines()).containsExactly("user  access key", "ann   ANN");
        assertThat(succeeding("ls", "-o", "json").lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("\"access_key\":\"ANN\"", "\"invalid\":[]")
                        .doesNotContain(SECRET));
    }

    @Test
    void keysThatAreNotGiven_areMadeUp_differentEachTime() {
        JsonNode ann = succeeding("add", "ann", "-o", "json").json();
        JsonNode bob = succeeding("add", "bob@example.org", "-o", "json").json();
        assertThat(ann.path("access_key").asText()).matches("[A-Z2-7]{20}");
        assertThat(ann.path("secret_key").asText()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(bob.path("secret_key")).isNotEqualTo(ann.path("secret_key"));
        assertThat(succeeding("ls").lines()).hasSize(3);
    }

    @Test
    void rotation_printsTheNewKeys_andRemovesTheOld() {
        succeeding("add", "ann", "--access-key", "ANN", "--secret-key", SECRET);
        JsonNode fresh = succeeding("rotate", "ann", "-o", "json").json();
        assertThat(fresh.path("user").asText()).isEqualTo("ann");
        assertThat(fresh.path("secret_key").asText()).isNotEqualTo(SECRET);
        assertThat(succeeding("ls").out())
                .contains(fresh.path("access_key").asText())
                .doesNotContain("ANN ");
    }

    @Test
    void removal_saysSo_andNobodyIsLeft() {
        succeeding("add", "ann");
        assertThat(succeeding("rm", "ann").lines()).containsExactly("user ann is removed");
        assertThat(succeeding("ls").lines()).containsExactly("no users");
        succeeding("add", "ann");
        assertThat(succeeding("rm", "ann", "-o", "json").json().path("removed").asBoolean())
                .isTrue();
    }

    @Test
    void userThatIsThere_orIsNot_isNamed() {
        succeeding("add", "ann", "--access-key", "ANN");
        refused("chameleon user add: user ann exists already; 'user rotate' gives it a new key", "add", "ann");
        refused("chameleon user add: access key ANN is taken by user ann", "add", "bob", "--access-key", "ANN");
        refused("chameleon user rm: no user bob in " + users(), "rm", "bob");
        refused("chameleon user rotate: no user bob in " + users(), "rotate", "bob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "ann/bob", "../ann", "größe", "a b", "ann:x", "ann\n", "*"})
    void name_thatNoUserCanHave_isRefused_byEveryCommand(String name) {
        for (String command : new String[] {"add", "rm", "rotate"}) {
            CommandLineRun run = run(command, name);
            assertThat(run.exitCode()).as(command).isEqualTo(ExitCode.USAGE);
            assertThat(run.stderr())
                    .startsWith("chameleon user " + command + ": name of a user: '")
                    .contains("given, expected 1 to 128 letters, digits and . _ @ + -");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "AB      | long-enough | access key: 'AB' given, expected 3 to 64 letters, digits and . _ -",
                "-ABC    | long-enough | access key: '-ABC' given",
                "A B C   | long-enough | access key: 'A B C' given",
                "ÄÖÜ     | long-enough | access key: 'ÄÖÜ' given",
                "ABC     | short       | secret key of ABC: expected 8 to 512 printable ASCII characters without"
                        + " spaces",
                "ABC     | with a blank| secret key of ABC: expected 8 to 512",
                "ABC     | geheimnisse-für-alle | secret key of ABC: expected 8 to 512"
            })
    void keys_thatMakeNoSense_areRefused_andTheSecretIsNotQuoted(String access, String secret, String message) {
        CommandLineRun run = run("add", "ann", "--access-key", access, "--secret-key", secret);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon user add: " + message).doesNotContain(secret);
        assertThat(succeeding("ls").lines()).containsExactly("no users");
    }

    @Test
    void fileThatHoldsNoKey_isListedAsInvalid_withoutItsContent() throws IOException {
        succeeding("add", "ann", "--access-key", "ANN");
        Path broken = Files.createDirectories(directory.resolve("users/bob")).resolve("key");
        Files.writeString(broken, SECRET);
        assertThat(succeeding("ls").lines())
                .containsExactly(
                        "user  access key",
                        "ann   ANN",
                        "invalid: " + broken + ": expected the one line ACCESSKEY:SECRET");
        JsonNode json = succeeding("ls", "-o", "json").json();
        assertThat(json.path("users")).hasSize(1);
        assertThat(json.path("invalid").path(0).asText())
                .startsWith(broken + ": ")
                .doesNotContain(SECRET);
    }

    /** The flag, else the variable, else the directory of the dev cluster. */
    @Test
    void directory_ofTheUsers_isFoundAsOtherOptionsAre() {
        String data = directory.resolve("data").toString();
        Map<String, String> environment =
                Map.of("CHAMELEON_S3_USERS_DIR", directory.resolve("variable").toString());
        CommandLineRun flag = CommandLineRun.of(
                environment, new byte[0], "user", "add", "ann", "--users-dir", users(), "--data-dir", data);
        assertThat(flag.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(directory.resolve("users/ann")).isDirectory();
        CommandLineRun.of(environment, new byte[0], "user", "add", "bob", "--data-dir", data);
        assertThat(directory.resolve("variable/bob")).isDirectory();
        CommandLineRun.of(Map.of("CHAMELEON_S3_USERS_DIR", " "), new byte[0], "user", "add", "eve", "--data-dir", data);
        assertThat(directory.resolve("data/auth/users/eve")).isDirectory();
    }

    @Test
    void directory_thatIsAFile_isNamedInOneLine() throws IOException {
        Files.createFile(directory.resolve("users"));
        assertThat(succeeding("ls").lines()).containsExactly("no users");
        CommandLineRun run = run("add", "ann", "--secret-key", SECRET);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr())
                .startsWith("chameleon user add: cannot write a key to " + users())
                .doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "user            | chameleon user: Missing required subcommand: add, ls, rm or rotate",
                "user add        | chameleon user add: Missing required parameter: 'NAME'",
                "user rm         | chameleon user rm: Missing required parameter: 'NAME'",
                "user rotate     | chameleon user rotate: Missing required parameter: 'NAME'",
                "user rm ann bob | chameleon user rm: Unmatched argument at index 3: 'bob'",
                "user list       | chameleon user: Unmatched argument at index 1: 'list'",
                "user add ann --secret | chameleon user add: Unknown option: '--secret'; did you mean --secret-key"
            })
    void usersCommand_thatIsIncomplete_isAUsageError(String arguments, String message) {
        CommandLineRun run = CommandLineRun.of(arguments.split(" +"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.stderr()).startsWith(message);
    }
}
