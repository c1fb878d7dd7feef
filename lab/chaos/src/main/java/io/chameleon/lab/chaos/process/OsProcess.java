package io.chameleon.lab.chaos.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A process of our own whose end can be as sudden as {@code kill -9}. Safe from any thread. */
public final class OsProcess implements AutoCloseable {
    private final Process process;
    private final Thread reader;

    private OsProcess(String name, Process process, Consumer<String> lines) {
        this.process = process;
        this.reader = Thread.ofVirtual().name("output of " + name).start(() -> read(name, lines));
    }

    /**
     * Starts a command in {@code directory}. {@code lines} receives its standard output; its errors are appended to
     * {@code <name>.log} there.
     */
    public static OsProcess start(
            String name,
            Path directory,
            List<String> command,
            Map<String, String> environment,
            Consumer<String> lines) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(name + ".log").toFile()));
        builder.environment().putAll(environment);
        try {
            return new OsProcess(name, builder.start(), lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    private void read(String name, Consumer<String> lines) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.accept(line);
            }
        } catch (IOException e) {
            lines.accept("output of " + name + " broke off: " + e.getMessage());
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; returns when the process is gone and its output has been read to the end. */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly(); // Process.destroyForcibly would close the output before it was read
        process.waitFor();
        reader.join();
    }

    /** SIGTERM; returns the exit code. */
    public int terminate() throws InterruptedException {
        process.toHandle().destroy();
        int code = process.waitFor();
        reader.join();
        return code;
    }

    /** SIGSTOP: it freezes, with all its connections open, until it is resumed or killed. */
    public void pause() {
        Signals.send(Signals.STOP, process.toHandle());
    }

    /** SIGCONT. */
    public void resume() {
        Signals.send(Signals.CONTINUE, process.toHandle());
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
