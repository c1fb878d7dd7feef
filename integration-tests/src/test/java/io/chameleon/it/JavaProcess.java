package io.chameleon.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A JVM of its own on this test's class path, whose end can be as sudden as {@code kill -9}. */
final class JavaProcess implements AutoCloseable {
    private final String name;
    private final Process process;
    private final Thread reader;

    private JavaProcess(String name, Process process, Consumer<String> lines) {
        this.name = name;
        this.process = process;
        this.reader = Thread.ofVirtual().name("output of " + name).start(() -> read(lines));
    }

    /** Starts {@code mainClass}; {@code lines} gets its standard output, its errors go to {@code <name>.log}. */
    static JavaProcess start(
            String name,
            Path directory,
            Map<String, String> environment,
            Consumer<String> lines,
            String mainClass,
            String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(name + ".log").toFile()));
        builder.environment().putAll(environment);
        try {
            return new JavaProcess(name, builder.start(), lines);
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + name, e);
        }
    }

    private void read(Consumer<String> lines) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.accept(line);
            }
        } catch (IOException e) {
            lines.accept("output of " + name + " broke off: " + e.getMessage());
        }
    }

    /** SIGKILL; returns when the process is gone and its output has been read to the end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        reader.join();
    }

    /** SIGTERM; returns the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        int code = process.waitFor();
        reader.join();
        return code;
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
