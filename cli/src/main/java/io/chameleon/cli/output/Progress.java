package io.chameleon.cli.output;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar with ETA on stderr if that is a terminal, nothing otherwise. Safe from any thread. */
public final class Progress implements AutoCloseable {
    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Begins a task of {@code total} steps. */
    public static Progress of(String task, long total) {
        return new Progress(isTerminal() ? bar(task, total, "", 1) : null);
    }

    /** Begins a task of {@code total} bytes. */
    public static Progress ofBytes(String task, long total) {
        return new Progress(isTerminal() ? bar(task, total, "MiB", 1 << 20) : null);
    }

    private static ProgressBar bar(String task, long total, String unit, long unitSize) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .build();
    }

    /** The console exists with a terminal on stdin and stdout; stderr is asked of the system where that is possible. */
    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal() && System.getenv("NO_PROGRESS") == null;
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
