package io.chameleon.node.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserDirectoryTest {
    @TempDir
    Path base;

    private UserDirectory users;

    @BeforeEach
    void open() {
        users = new UserDirectory(base.resolve("users"));
    }

    private List<UserKey> keys() {
        return users.keys((file, reason) -> {
            throw new AssertionError(file + ": " + reason);
        });
    }

    @Test
    void directoryThatIsNotThere_hasNoUsers() {
        assertThat(keys()).isEmpty();
    }

    @Test
    void addedUser_isListed_withTheKeyItWasGiven() {
        UserKey given = users.add("alice", "AKIAALICE", "a-secret/with+signs=");
        UserKey random = users.add("bob", null, null);
        assertThat(keys()).containsExactly(given, random);
        assertThat(random.accessKey()).hasSize(20);
        assertThat(random.secret()).hasSize(40);
    }

    @Test
    void fileOfAKey_isForItsOwnerAlone() throws IOException {
        UserKey key = users.add("alice", null, null);
        Path file = base.resolve("users/alice").resolve(key.accessKey());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(file).hasContent(key.accessKey() + ":" + key.secret() + "\n");
    }

    @Test
    void userOrAccessKeyThatExists_isRefused() {
        users.add("alice", "SHARED", "secret-of-alice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> users.add("alice", null, null))
                .withMessageContaining("alice exists already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> users.add("bob", "SHARED", null))
                .withMessageContaining("SHARED is taken by user alice");
        assertThat(keys()).hasSize(1);
    }

    @Test
    void rotatedUser_hasOnlyTheNewKey() {
        UserKey old = users.add("alice", null, null);
        UserKey fresh = users.rotate("alice");
        assertThat(keys()).containsExactly(fresh);
        assertThat(fresh.accessKey()).isNotEqualTo(old.accessKey());
    }

    @Test
    void removedUser_isGone_andMayComeBack() {
        users.add("alice", "ALICE", null);
        users.remove("alice");
        assertThat(keys()).isEmpty();
        assertThat(users.add("alice", "ALICE", null).accessKey()).isEqualTo("ALICE");
    }

    @Test
    void nameThatLeavesTheDirectory_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> users.add("../eve", null, null));
        assertThatIllegalArgumentException().isThrownBy(() -> users.remove("../eve"));
    }

    @Test
    void unknownUser_isNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> users.remove("carol"))
                .withMessageContaining("no user carol");
    }

    @Test
    void invalidFile_isReported_andShowsNoSecret_andTheOthersStay() throws IOException {
        UserKey alice = users.add("alice", null, null);
        Files.createDirectories(base.resolve("users/bob"));
        Files.writeString(base.resolve("users/bob/key"), "B:short");
        List<String> problems = new ArrayList<>();
        assertThat(users.keys((file, reason) -> problems.add(file.getFileName() + " " + reason)))
                .containsExactly(alice);
        assertThat(problems).singleElement().asString().startsWith("key ").doesNotContain("short");
    }
}
