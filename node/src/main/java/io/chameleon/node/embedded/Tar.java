package io.chameleon.node.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Directories in one file. Of their permissions only that a file is executable is kept. */
final class Tar {
    private static final int EXECUTABLE = 0100;

    private Tar() {}

    /** Packs all that is in a directory. Does not close the stream. */
    static void pack(Path directory, OutputStream packed) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(directory)) {
            all = found.filter(path -> !path.equals(directory)).toList();
        }
        TarArchiveOutputStream tar = new TarArchiveOutputStream(packed);
        for (Path path : all) {
            tar.putArchiveEntry(
                    tar.createArchiveEntry(path, directory.relativize(path).toString()));
            if (Files.isRegularFile(path)) {
                Files.copy(path, tar);
            }
            tar.closeArchiveEntry();
        }
        tar.finish();
    }

    /** @throws IOException also if an entry would leave the directory */
    static void unpack(InputStream packed, Path directory) throws IOException {
        TarArchiveInputStream tar = new TarArchiveInputStream(packed);
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            Path file = directory.resolve(entry.getName()).normalize();
            if (!file.startsWith(directory)) {
                throw new IOException("an archive that leaves its directory: " + entry.getName());
            }
            unpack(entry, tar, file);
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path file) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(file);
            return;
        }
        Files.createDirectories(file.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
            Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
            if ((entry.getMode() & EXECUTABLE) != 0) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }
}
