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
import java.util.stream.Stream;

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
        return command(archive().map(file -> ARCHIVE + file), classPath().toList(), mainClass, arguments);
    }

    /**
     * The command line that also leaves an archive of the classes it has loaded, when it ends, for {@link
     * #ARCHIVE_PROPERTY}. The JVM maps no archive that was made beside a directory of classes: {@code mainClass} and
     * what it uses must be in jars.
     */
    public static List<String> archiving(Path archive, String mainClass, String... arguments) {
        return command(
                Optional.of("-XX:ArchiveClassesAtExit=" + archive),
                classPath().filter(entry -> !Files.isDirectory(entry)).toList(),
                mainClass,
                arguments);
    }

    private static List<String> command(
            Optional<String> archiveOption, List<Path> classPath, String mainClass, String... arguments) {
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
                "-Djava.awt.headless=true",
                // Else PostgreSQL's programs would be unpacked once more.
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")));
        archiveOption.ifPresent(command::add);
        command.addAll(List.of(
                "-cp",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                mainClass));
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

    /** Ours, for a process in another directory. An archive fits every class path that begins with the one of it. */
    private static Stream<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath())
                .sorted(Comparator.comparing(path -> Files.isDirectory(path)));
    }
}
