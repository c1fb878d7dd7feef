package io.chameleon.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Puts the databases and images of tests into memory if it has room: they are synced as in production, and wait for no
 * disk. {@code -Dchameleon.test.directory=DIR} chooses another place; where memory has no room it is
 * {@code java.io.tmpdir}. JUnit finds this class through {@code META-INF/services}.
 *
 * <p>Each JVM has a directory of its own, and holds its lock. A test deletes what it has made there. What a killed JVM
 * has left, the next one deletes.
 */
public final class Scratch implements LauncherSessionListener, TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");
    /** Three times what all modules need at once. */
    private static final long ROOM = 8L << 30;

    private static final String PREFIX = "chameleon-test-";
    private static final String LOCK = "lock";

    /** The directory of this JVM. */
    private static final class Own {
        static final Path DIRECTORY;
        /** Kept open, and with it the lock, until the JVM ends. */
        @SuppressWarnings("UnusedVariable")
        private static final FileChannel HELD;

        static {
            try {
                Path parent = parent(System.getProperty("chameleon.test.directory", ""));
                deleteLeft(parent);
                DIRECTORY = Files.createTempDirectory(parent, PREFIX);
                HELD = lock(DIRECTORY);
            } catch (IOException e) {
                throw new UncheckedIOException("no directory for tests", e);
            }
        }
    }

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        // Also for modules that do not see this class.
        System.setProperty("chameleon.test.scratch", Own.DIRECTORY.toString());
        System.setProperty("junit.jupiter.tempdir.factory.default", Scratch.class.getName());
    }

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return Files.createTempDirectory(Own.DIRECTORY, "junit-");
    }

    private static Path parent(String chosen) throws IOException {
        if (!chosen.isEmpty()) {
            return Path.of(chosen);
        }
        return hasRoom(MEMORY) && runsPrograms(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static boolean hasRoom(Path directory) throws IOException {
        return Files.isWritable(directory) && Files.getFileStore(directory).getUsableSpace() >= ROOM;
    }

    /** Tests unpack programs there. */
    private static boolean runsPrograms(Path directory) throws IOException {
        Path program = Files.createTempFile(directory, PREFIX, "");
        try {
            return program.toFile().setExecutable(true) && Files.isExecutable(program);
        } finally {
            Files.delete(program);
        }
    }

    /** It gets its name once it is locked, so that no other JVM finds it free before. */
    static FileChannel lock(Path directory) throws IOException {
        Path made = directory.resolve(LOCK + ".new");
        FileChannel held = FileChannel.open(made, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Object unused = held.lock();
        Files.move(made, directory.resolve(LOCK));
        return held;
    }

    static void deleteLeft(Path parent) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : directories) {
                deleteIfLeft(directory, directory.resolve(LOCK));
            }
        }
    }

    private static void deleteIfLeft(Path directory, Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            if (channel.tryLock() != null && Files.exists(lock)) {
                delete(directory);
            }
        } catch (NoSuchFileException | AccessDeniedException e) {
            // A JVM that starts has not locked it yet, or another one has deleted it, or it is another user's.
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> inside;
        try (Stream<Path> all = Files.walk(directory)) {
            inside = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : inside) {
            Files.deleteIfExists(path);
        }
    }
}
