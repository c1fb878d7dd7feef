package io.chameleon.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar with ETA on stderr if that is a terminal, nothing otherwise. Safe from any thread. */
public final class Progress implements AutoCloseable {
    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final int UPDATE_MILLIS = 200;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Begins a task of {@code total} steps; -1 if unknown. */
    public static Progress of(String task, long total) {
        return new Progress(isTerminal() ? bar(task, total, "", 1) : null);
    }

    /** Begins a task of {@code total} bytes; -1 if unknown. */
    public static Progress ofBytes(String task, long total) {
        return new Progress(isTerminal() ? bar(task, total, "MiB", 1 << 20) : null);
    }

    private static ProgressBar bar(String task, long total, String unit, long unitSize) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .build();
    }

    /** {@code System.console} covers stdin and stdout only, so the system is asked. {@code NO_PROGRESS} says no. */
    private static boolean isTerminal() {
        if (System.getenv("NO_PROGRESS") != null) {
            return false;
        }
        try {
            return Files.exists(STDERR)
                    ? isTerminalDevice(Files.readSymbolicLink(STDERR).toString())
                    : asksTest();
        } catch (IOException e) {
            return false;
        }
    }

    /** Linux: what the descriptor of stderr points to. */
    static boolean isTerminalDevice(String target) {
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    /** Elsewhere: a process that inherits our stderr. */
    private static boolean asksTest() throws IOException {
        Process test = new ProcessBuilder("test", "-t", "2")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return test.waitFor(1, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether there is a terminal to show it on. */
    public boolean isShown() {
        return bar != null;
    }

    public void step(long steps) {
        if (bar != null) {
            bar.stepBy(steps);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
