package io.chameleon.cli.operate;

import io.chameleon.cli.output.Progress;
import io.chameleon.metadata.rebuild.RebuildProgress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A progress bar for each phase of a rebuild, on a terminal. */
final class RebuildBars implements RebuildProgress, AutoCloseable {
    private @Nullable Phase phase;
    private @Nullable Progress bar;
    private long shown;

    @Override
    public void at(Phase now, long done) {
        Progress current = bar;
        if (current == null || phase != now) {
            close();
            current = Progress.of(now.name().toLowerCase(Locale.ROOT), -1);
            bar = current;
            phase = now;
            shown = 0;
        }
        current.step(done - shown);
        shown = done;
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
