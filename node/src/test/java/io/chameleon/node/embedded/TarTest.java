package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {
    @TempDir
    Path directory;

    @Test
    void filesAndDirectories_comeBack_andTheEmptyOnesToo() throws IOException {
        Path from = Files.createDirectories(directory.resolve("from"));
        Files.createDirectories(from.resolve("empty"));
        Files.createFile(Files.createDirectories(from.resolve("a/b")).resolve("nothing"));
        Files.write(from.resolve("a/some"), new byte[100_000]);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Tar.pack(from, packed);
        Path to = directory.resolve("to");
        Tar.unpack(new ByteArrayInputStream(packed.toByteArray()), to);
        assertThat(to.resolve("empty")).isEmptyDirectory();
        assertThat(to.resolve("a/b/nothing")).isEmptyFile();
        assertThat(to.resolve("a/some")).hasSize(100_000);
    }

    @Test
    void entryThatLeavesTheDirectory_isRefused() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(packed)) {
            tar.putArchiveEntry(new TarArchiveEntry("a/../../planted"));
            tar.closeArchiveEntry();
        }
        assertThatIOException()
                .isThrownBy(() -> Tar.unpack(new ByteArrayInputStream(packed.toByteArray()), directory.resolve("to")))
                .withMessage("an archive that leaves its directory: a/../../planted");
        assertThat(directory.resolve("planted")).doesNotExist();
    }
}
