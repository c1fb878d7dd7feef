package io.chameleon.transport.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserKeysTest {
    private static final String SECRET = "0123456789abcdefghijklmnopqrstuvwxyz";

    @TempDir
    private Path directory;

    private Path users;
    private Security security;

    @BeforeEach
    void open() throws IOException {
        Path keys = directory.resolve("keys");
        Files.writeString(keys, "ops-1:" + SECRET + " admin ops\n");
        users = directory.resolve("users");
        security = Security.open(new SecurityConfig(AuthMode.TOKEN, keys, users, null, null));
    }

    @AfterEach
    void close() {
        security.close();
    }

    private void key(Path below, String user, String file, String content) throws IOException {
        Files.createDirectories(below.resolve(user));
        Files.writeString(below.resolve(user).resolve(file), content);
        security.reload();
    }

    private Principal principal(String keyId) {
        return Objects.requireNonNull(security.key(keyId), keyId).principal();
    }

    @Test
    void keyOfAUser_isAcceptedAsThatUser_fromWhenItsFileIsThereUntilItIsGone() throws IOException {
        assertThat(security.key("alice-1")).isNull();
        key(users, "alice", "first", "alice-1:" + SECRET + "\n");
        key(users, "alice", "second", "alice-2:" + SECRET);
        assertThat(principal("alice-1")).isEqualTo(new Principal("alice", Role.USER));
        assertThat(principal("alice-2")).isEqualTo(new Principal("alice", Role.USER));
        assertThat(principal("ops-1")).isEqualTo(new Principal("ops", Role.ADMIN));

        Files.delete(users.resolve("alice").resolve("first"));
        security.reload();
        assertThat(security.key("alice-1")).isNull();
        assertThat(principal("alice-2")).isEqualTo(new Principal("alice", Role.USER));
    }

    @Test
    void fileThatMakesNoSense_isPassedOver_andTheOthersHold() throws IOException {
        key(users, "alice", "key", "alice-1:short");
        key(users, "bob", "key", "bob-1:" + SECRET + " admin bob");
        key(users, "no name", "key", "odd-1:" + SECRET);
        key(users, "carol", "key", "carol-1:" + SECRET);
        assertThat(principal("carol-1")).isEqualTo(new Principal("carol", Role.USER));
        assertThat(security.key("alice-1")).isNull();
        assertThat(security.key("bob-1")).isNull();
        assertThat(security.key("odd-1")).isNull();
    }

    @Test
    void keyIdThatIsTaken_staysWithWhoHasIt() throws IOException {
        key(users, "mallory", "key", "ops-1:" + SECRET.toUpperCase(Locale.ROOT));
        assertThat(principal("ops-1")).isEqualTo(new Principal("ops", Role.ADMIN));
        assertThat(Objects.requireNonNull(security.key("ops-1")).token().isSameAs(Token.parse("t", "ops-1:" + SECRET)))
                .isTrue();
    }

    /** A dated directory behind a link that is swapped as a whole. */
    @Test
    void directoryAsKubernetesKeepsIt_isFollowed_andReadAgainWhenItIsSwapped() throws IOException {
        key(users.resolve("..1"), "alice", "key", "alice-1:" + SECRET);
        Files.createSymbolicLink(users.resolve("..data"), Path.of("..1"));
        Files.createSymbolicLink(users.resolve("alice"), Path.of("..data/alice"));
        security.reload();
        assertThat(principal("alice-1")).isEqualTo(new Principal("alice", Role.USER));

        key(users.resolve("..2"), "alice", "key", "alice-2:" + SECRET);
        Files.createSymbolicLink(users.resolve("..data_tmp"), Path.of("..2"));
        Files.move(users.resolve("..data_tmp"), users.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
        security.reload();
        assertThat(security.key("alice-1")).isNull();
        assertThat(principal("alice-2")).isEqualTo(new Principal("alice", Role.USER));
    }

    @Test
    void directoryOfKeys_withoutAuthentication_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SecurityConfig(AuthMode.NONE, null, users, null, null))
                .withMessageContaining("auth.users-dir");
    }

    /** A mistake of the operator, or of a mount: nobody was a user, without a word. */
    @Test
    void directoryOfKeys_thatIsAFile_isRefused_andWhileAProcessRunsTheKeysBeforeHold() throws IOException {
        key(users, "alice", "key", "alice-1:" + SECRET);
        security.reload();
        Path aside = Files.move(users, users.resolveSibling("aside"));
        Files.createFile(users);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UserFile.inDirectory(users))
                .withMessage("directory of users' keys " + users + ": a file given, expected a directory");
        security.reload();
        assertThat(principal("alice-1")).isEqualTo(new Principal("alice", Role.USER));

        Files.delete(users);
        Files.move(aside, users);
        security.reload();
        assertThat(security.reloadFailures()).isZero();
    }
}
