package io.chameleon.it;

import static org.awaitility.Awaitility.await;

import io.chameleon.lab.chaos.process.JavaCommand;
import io.chameleon.lab.chaos.process.OsProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * For tests that start many processes: an archive of the classes of a whole cluster, as the launcher makes for its
 * commands. A process that maps it is ready for about half the processor time. The first class that asks makes it, and
 * all processes that are started later use it. There is none where modules are directories, as in Maven's phase
 * {@code test}.
 */
public final class ClassArchive implements BeforeAllCallback {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Override
    public void beforeAll(ExtensionContext context) {
        Path unused = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(ClassArchive.class))
                .computeIfAbsent(ClassArchive.class, any -> make(), Path.class);
    }

    /** A small cluster in one process leaves it behind when it stops. */
    private static Path make() {
        try {
            Path directory =
                    Files.createDirectories(Path.of("target", "class-archive")).toAbsolutePath();
            Path archive = directory.resolve("classes.jsa");
            Files.deleteIfExists(archive);
            Path data = Files.createTempDirectory(directory, "dev");
            List<String> command = JavaCommand.archiving(
                    archive,
                    "io.chameleon.cli.Main",
                    "dev",
                    "--data-dir",
                    data.toString(),
                    "--servers",
                    "6",
                    "--server-bytes",
                    "16MiB",
                    "--port-base",
                    "0");
            AtomicBoolean ready = new AtomicBoolean();
            try (OsProcess cluster = OsProcess.start("dev", directory, command, Map.of(), line -> {
                if (line.startsWith("ready")) {
                    ready.set(true);
                }
            })) {
                await("the cluster whose classes are archived")
                        .atMost(LIMIT)
                        .until(() -> ready.get() || !cluster.isAlive());
                int unused = cluster.terminate();
            }
            delete(data);
            if (Files.exists(archive)) {
                System.setProperty(JavaCommand.ARCHIVE_PROPERTY, archive.toString());
            }
            return archive;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
