package io.chameleon.lab.chaos.process;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The command that starts another JVM of ours: with this one's Java and class path, small, and quick to be ready. */
public final class JavaCommand {
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
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-Xlog:cds=off:stderr",
                "-Xlog:aot=off:stderr",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.awt.headless=true"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith(ARCHIVE))
                .forEach(command::add);
        command.addAll(List.of("-cp", classPath(), mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Our class path, for a process in another directory. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
