package io.chameleon.node.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of users, and directories of them that hold other things, too. */
class UserKeyTest {
    private static final String SECRET = "a-secret-of-ann";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"ABC", "a.b_c-d", "0aA", "AKIAIOSFODNN7EXAMPLE"})
    void accessKey_isLettersDigitsAndThreeSigns(String accessKey) {
        assertThat(new UserKey("ann", accessKey, SECRET).accessKey()).isEqualTo(accessKey);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AB", ".AB", "-AB", "_AB", "A B", "A/B", "A:B", "ÄÖÜ", "A\nB"})
    void accessKey_thatIsNone_isRefused(String accessKey) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UserKey("ann", accessKey, SECRET))
                .withMessageStartingWith("access key: '")
                .withMessageContaining("3 to 64 letters, digits and . _ -")
                .withMessageNotContaining(SECRET);
    }

    @Test
    void lengths_areBounded() {
        assertThat(new UserKey("ann", "A".repeat(64), "x".repeat(512)).secret()).hasSize(512);
        assertThatIllegalArgumentException().isThrownBy(() -> new UserKey("ann", "A".repeat(65), SECRET));
        assertThatIllegalArgumentException().isThrownBy(() -> new UserKey("ann", "ABC", "x".repeat(513)));
        assertThatIllegalArgumentException().isThrownBy(() -> new UserKey("a".repeat(129), "ABC", SECRET));
        assertThat(new UserKey("a".repeat(128), "ABC", "x".repeat(8)).user()).hasSize(128);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "seven77", "with a blank", "tab\there", "größte-sicherheit", "line\nbreaks"})
    void secret_thatIsNone_isRefused_andNeverShown(String secret) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UserKey("ann", "ABC", secret))
                .withMessage("secret key of ABC: expected 8 to 512 printable ASCII characters without spaces");
    }

    @Test
    void line_isReadAsItIsWritten_alsoIfTheSecretHasColons() {
        UserKey key = new UserKey("ann", "ABC", "a:secret:of:ann");
        assertThat(UserKey.parse("ann", key.line())).isEqualTo(key);
        assertThat(key).hasToString("key ABC of user ann");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ABC", ":" + SECRET, "ABC:", "ABC:short", "A:" + SECRET, "ABC:" + SECRET + "\nDEF:x"})
    void line_thatHoldsNoKey_isRefused_withoutASecret(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UserKey.parse("ann", line))
                .satisfies(refused -> assertThat(refused.getMessage())
                        .doesNotContain(SECRET, "short")
                        .doesNotContain("\n"));
    }

    @Test
    void randomKeys_differ_andFitTheStoresOwnProtocol() {
        SecureRandom random = new SecureRandom();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            UserKey key = UserKey.random("ann", random);
            assertThat(key.accessKey()).matches("[A-Z2-7]{20}");
            assertThat(key.secret()).matches("[A-Za-z0-9_-]{40}");
            seen.add(key.accessKey());
            seen.add(key.secret());
        }
        assertThat(seen).hasSize(100);
    }

    /** Kubernetes mounts a Secret through links and directories whose names begin with two dots. */
    @Test
    void hiddenFiles_andWhatIsNoFile_arePassedOver() throws IOException {
        UserDirectory users = new UserDirectory(directory);
        UserKey ann = users.add("ann", "ANN", SECRET);
        Files.createDirectories(directory.resolve("ann/..2030_01_01"));
        Files.writeString(directory.resolve("ann/.draft"), "nonsense");
        Files.createDirectories(directory.resolve(".hidden"));
        Files.writeString(directory.resolve(".hidden/key"), "HID:secret-of-nobody");
        Files.writeString(directory.resolve("README"), "no user");
        List<String> invalid = new ArrayList<>();
        assertThat(users.keys((file, reason) -> invalid.add(file + reason))).containsExactly(ann);
        assertThat(invalid).isEmpty();
    }

    @Test
    void user_withSeveralKeys_hasThemAll_andRotationLeavesOne() throws IOException {
        UserDirectory users = new UserDirectory(directory);
        UserKey first = users.add("ann", "ANN", SECRET);
        Files.writeString(directory.resolve("ann/second"), "ZZZ:another-secret\n");
        assertThat(users.keys((file, reason) -> {}))
                .containsExactly(first, new UserKey("ann", "ZZZ", "another-secret"));
        assertThat(users.rotate("ann"))
                .isEqualTo(users.keys((file, reason) -> {}).getFirst());
        assertThat(users.keys((file, reason) -> {})).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "größe", "a/b", "..", ".", ".ann", "a b"})
    void name_thatNoUserCanHave_isRefused_beforeADirectoryIsLookedAt(String name) {
        UserDirectory users = new UserDirectory(directory);
        for (ThrowingCallable refused : List.<ThrowingCallable>of(
                () -> users.add(name, null, null), () -> users.rotate(name), () -> users.remove(name))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(refused)
                    .withMessageStartingWith("name of a user: '" + name + "' given");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void directory_ofANameThatNoUserCanHave_isReported() throws IOException {
        Files.createDirectories(directory.resolve("größe"));
        Files.writeString(directory.resolve("größe/key"), "ABC:" + SECRET);
        List<String> invalid = new ArrayList<>();
        assertThat(new UserDirectory(directory).keys((file, reason) -> invalid.add(reason)))
                .isEmpty();
        assertThat(invalid).singleElement().asString().startsWith("name of a user: 'größe' given");
    }

    @Test
    void directory_thatCannotBeWritten_isNamed_withoutTheSecret() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> new UserDirectory(file).add("ann", "ANN", SECRET))
                .withMessageStartingWith("cannot write a key to " + file)
                .withMessageNotContaining(SECRET);
    }

    @Test
    void gateway_countsEachKeyOnce_andKnowsNobodyByAnUnknownOne() throws IOException {
        UserDirectory files = new UserDirectory(directory);
        UserKey unused = files.add("ann", "ANN", SECRET);
        Files.createDirectories(directory.resolve("bob"));
        Files.writeString(directory.resolve("bob/key"), "ANN:secret-of-bob");
        Files.writeString(directory.resolve("bob/nonsense"), "x");
        GatewayUsers users = new GatewayUsers(directory, List.of());
        assertThat(users.size()).isEqualTo(1);
        assertThat(users.find("ann")).as("by access key, not by name").isNull();
        assertThat(users.find("")).isNull();
        assertThat(users.isUser("bob")).as("its only key is another's").isFalse();
        assertThat(new GatewayUsers(null, List.of()).size()).isZero();
        assertThat(new GatewayUsers(directory.resolve("missing"), List.of()).size())
                .isZero();
    }
}
