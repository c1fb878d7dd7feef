package io.chameleon.lab.chaos.process;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command that starts another JVM of ours: with this one's Java and class path, small, and quick to be ready. */
public final class JavaCommand {
    /**
     * System property: an archive of classes for the JVMs that this one starts, made by a command of this class.
     * Without it, they are given the archive of this JVM, if any.
     */
    public static final String ARCHIVE_PROPERTY = "chameleon.class-archive";

    private static final String ARCHIVE = "-XX:SharedArchiveFile=";

    private JavaCommand() {}

    /** The command line that runs {@code mainClass}. */
    public static List<String> of(String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                // The archive is mapped where it was made for; elsewhere, each start would rewrite all of it.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:ArchiveRelocationMode=0",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-Xlog:cds=off:stderr",
                "-Xlog:aot=off:stderr",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.awt.headless=true"));
        archive().ifPresent(file -> command.add(ARCHIVE + file));
        command.addAll(List.of("-cp", classPath(), mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Optional<String> archive() {
        return Optional.ofNullable(System.getProperty(ARCHIVE_PROPERTY))
                .or(() -> ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(argument -> argument.startsWith(ARCHIVE))
                        .map(argument -> argument.substring(ARCHIVE.length()))
                        .findFirst());
    }

    /** Our class path, for a process in another directory. An archive holds no classes of what follows a directory. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath())
                .sorted(Comparator.comparing(path -> Files.isDirectory(path)))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
