package io.chameleon.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
    @TempDir
    Path parent;

    @Test
    void directoriesOfTests_areWhereThoseOfServicesAre() {
        Path services = Path.of(System.getProperty("chameleon.test.scratch"));
        assertThat(parent).hasParent(services);
        assertThat(services.resolve("lock")).exists();
    }

    @Test
    void whatAKilledJvmHasLeft_isDeleted_andNothingElse() throws IOException {
        Path left = made("chameleon-test-left");
        try (FileChannel released = Scratch.lock(left)) {
            assertThat(released.isOpen()).isTrue();
        }
        Path starting = made("chameleon-test-starting");
        Path other = made("other");

        Scratch.deleteLeft(parent);

        assertThat(left).doesNotExist();
        assertThat(starting.resolve("data/file")).exists();
        assertThat(other.resolve("data/file")).exists();
    }

    private Path made(String name) throws IOException {
        Path directory = parent.resolve(name);
        Files.createDirectories(directory.resolve("data"));
        Files.createFile(directory.resolve("data/file"));
        return directory;
    }
}
