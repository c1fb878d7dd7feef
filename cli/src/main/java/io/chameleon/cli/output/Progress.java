package io.chameleon.cli.output;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar with ETA on stderr if that is a terminal, nothing otherwise. Safe from any thread. */
public final class Progress implements AutoCloseable {
    private static final int UPDATE_MILLIS = 200;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Begins a task of {@code total} steps; -1 if unknown. */
    public static Progress of(String task, long total) {
        return new Progress(StderrTerminal.isThere() ? bar(task, total, "", 1) : null);
    }

    /** Begins a task of {@code total} bytes; -1 if unknown. */
    public static Progress ofBytes(String task, long total) {
        return new Progress(StderrTerminal.isThere() ? bar(task, total, "MiB", 1 << 20) : null);
    }

    private static ProgressBar bar(String task, long total, String unit, long unitSize) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setConsumer(new BarTerminal())
                .build();
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
