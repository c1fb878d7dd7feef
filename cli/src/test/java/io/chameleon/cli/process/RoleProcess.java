package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** The command line in a process of its own. */
public final class RoleProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Process process;
    private final Path out;
    private final Path err;

    public RoleProcess(Path directory, Map<String, String> environment, String... args) throws IOException {
        this(directory, environment, Files.createTempFile(directory, "process", ".out"), command(args));
    }

    private RoleProcess(Path directory, Map<String, String> environment, Path out, List<String> command)
            throws IOException {
        this.out = out;
        err = Files.createTempFile(directory, "process", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("NO_PROGRESS");
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /** On a terminal of its own, as a user runs it. What it shows there, on stdout and stderr, is {@link #out}. */
    static RoleProcess onATerminal(Path directory, String... args) throws IOException {
        String quoted = command(args).stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path out = Files.createTempFile(directory, "process", ".out");
        return new RoleProcess(directory, Map.of(), out, List.of("script", "-qec", quoted, "/dev/null"));
    }

    /** Its stdout takes nothing. */
    static RoleProcess ontoAFullDisk(Path directory, String... args) throws IOException {
        return new RoleProcess(directory, Map.of(), Path.of("/dev/full"), command(args));
    }

    private static List<String> command(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /** The line on stdout that says the role is ready. */
    String awaitReady() throws IOException {
        Awaitility.await().atMost(LIMIT).until(() -> !Files.readAllLines(out).isEmpty() || !process.isAlive());
        assertThat(process.isAlive()).as(log()).isTrue();
        return Files.readAllLines(out).getFirst();
    }

    /** SIGTERM. Returns the exit code. */
    public int terminate() throws InterruptedException {
        process.destroy();
        return exitCode();
    }

    /** Waits until the process ends by itself. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    public String out() throws IOException {
        return Files.readString(out);
    }

    public String log() throws IOException {
        return Files.readString(err);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
