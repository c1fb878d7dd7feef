package io.chameleon.server.manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The directory of a log. */
final class LogDirectory {
    private static final String SUFFIX = ".log";

    private final Path directory;

    LogDirectory(Path directory) {
        this.directory = directory;
    }

    /** The bytes of each file that is there, by number. */
    SortedMap<Long, Integer> files() {
        SortedMap<Long, Integer> files = new TreeMap<>();
        if (!Files.isDirectory(directory)) {
            return files;
        }
        try (Stream<Path> found = Files.list(directory)) {
            for (Path file : (Iterable<Path>) found::iterator) {
                String name = file.getFileName().toString();
                if (name.matches("[0-9]{10}\\.log")) {
                    long number = Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
                    files.put(number, Math.toIntExact(Files.size(file)));
                }
            }
        } catch (IOException e) {
            throw failed("read", e);
        }
        return files;
    }

    /** Unless it is there. Other users of the machine cannot enter it, as they cannot open an image. */
    void create() throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxrwx---")));
        } else {
            Files.createDirectories(directory);
        }
    }

    /** The names of its files, and its own, are durable then. */
    void force() throws IOException {
        forceDirectory(directory);
        forceDirectory(directory.resolve(".."));
    }

    private static void forceDirectory(Path directory) throws IOException {
        try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
            opened.force(true);
        }
    }

    Path path(long number) {
        return directory.resolve(String.format(Locale.ROOT, "%010d", number) + SUFFIX);
    }

    UncheckedIOException failed(String what, IOException e) {
        return new UncheckedIOException("cannot " + what + " manifests in " + directory + ": " + e.getMessage(), e);
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
