package io.chameleon.cli.output;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.InteractiveConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarConsumer;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;

/**
 * The terminal that a progress bar is drawn on. The library would open one that takes Ctrl-C for itself: the process
 * would end at once, and leave behind what it closes at its end.
 */
final class BarTerminal implements ProgressBarConsumer {
    private static final int LEAST_WIDTH = 10;
    private static final int STANDARD_WIDTH = 80;

    private final ProgressBarConsumer console = console(System.err);

    /** Opened by the first bar, for all of them: JLine closes it at the end of the process. */
    private static final class Shared {
        static final Terminal TERMINAL = open();

        private static Terminal open() {
            try {
                return TerminalBuilder.builder().dumb(true).nativeSignals(false).build();
            } catch (IOException e) {
                throw new UncheckedIOException("the terminal: " + e.getMessage(), e);
            }
        }
    }

    /** Several bars at a time need a cursor that moves. */
    private ProgressBarConsumer console(PrintStream out) {
        boolean moves = Shared.TERMINAL.getStringCapability(Capability.cursor_up) != null
                && Shared.TERMINAL.getStringCapability(Capability.cursor_down) != null;
        int width = getMaxRenderedLength();
        return moves
                ? new InteractiveConsoleProgressBarConsumer(out, width)
                : new ConsoleProgressBarConsumer(out, width);
    }

    @Override
    public int getMaxRenderedLength() {
        int width = Shared.TERMINAL.getWidth();
        return (width < LEAST_WIDTH ? STANDARD_WIDTH : width) - 1;
    }

    @Override
    public void accept(String bar) {
        console.accept(bar);
    }

    @Override
    public void clear() {
        console.clear();
    }

    @Override
    public void close() {
        console.close();
    }
}
