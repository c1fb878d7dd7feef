package io.chameleon.lab.emulator.command;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** Prints a message if Ctrl-C or a signal ends the process within a block. */
public final class OnInterrupt implements AutoCloseable {
    private final Thread hook;

    private OnInterrupt(Thread hook) {
        this.hook = hook;
    }

    public static OnInterrupt say(PrintWriter err, Supplier<String> line) {
        Thread hook = new Thread(() -> {
            err.println();
            err.println(line.get());
            err.flush();
        });
        Runtime.getRuntime().addShutdownHook(hook);
        return new OnInterrupt(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The hook is running.
        }
    }
}
