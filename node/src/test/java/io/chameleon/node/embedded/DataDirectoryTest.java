package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    @TempDir
    Path temporary;

    @Test
    void directory_isMade_andItsOwnersUntilItIsClosed() throws IOException {
        Path root = temporary.resolve("new").resolve("data");
        try (DataDirectory owned = DataDirectory.open(root)) {
            assertThat(owned.resolve("postgres"))
                    .isEqualTo(root.toAbsolutePath().resolve("postgres"));
            assertThatThrownBy(() -> DataDirectory.open(root, "--output"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("data directory " + root.toAbsolutePath()
                            + " is in use by another process; stop it or choose another with --output");
        }
        DataDirectory.open(root).close();
    }

    @Test
    void newDirectory_isClosedToOtherUsersOfTheMachine() throws IOException {
        Path root = temporary.resolve("new");
        DataDirectory.open(root).close();
        assertThat(Files.getPosixFilePermissions(root))
                .doesNotContain(
                        PosixFilePermission.OTHERS_READ,
                        PosixFilePermission.OTHERS_WRITE,
                        PosixFilePermission.OTHERS_EXECUTE);
    }

    @Test
    void fileInItsPlace_isNamedInOneLine() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> DataDirectory.open(file)).hasMessageStartingWith("cannot use data directory " + file);
    }

    /** What a link leads to may be another cluster's. */
    @Test
    void deletion_removesLinks_andNotWhatTheyLeadTo() throws IOException {
        Path kept = Files.createDirectory(temporary.resolve("kept"));
        Path file = Files.createFile(kept.resolve("file"));
        Path deleted = Files.createDirectories(temporary.resolve("deleted").resolve("deep"));
        Files.createSymbolicLink(deleted.resolve("link"), kept);
        Directories.delete(temporary.resolve("deleted"));
        assertThat(temporary.resolve("deleted")).doesNotExist();
        assertThat(file).exists();
        Directories.delete(temporary.resolve("never there"));
    }
}
