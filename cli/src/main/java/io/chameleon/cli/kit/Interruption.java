package io.chameleon.cli.kit;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or SIGTERM, while a command works that would leave something behind: the command sees that it {@link #came},
 * stops what it does, cleans up, and closes this. The process ends then, or once the patience is over.
 */
public final class Interruption implements AutoCloseable {
    private final CountDownLatch done = new CountDownLatch(1);
    private final Duration patience;
    private final PrintWriter err;
    private final String left;
    private final Thread hook = new Thread(this::signal, "interruption");
    private volatile boolean came;

    private Interruption(Duration patience, PrintWriter err, String left) {
        this.patience = patience;
        this.err = err;
        this.left = left;
    }

    /** @param left printed if the patience is over: what may be left, and where */
    public static Interruption watch(Duration patience, PrintWriter err, String left) {
        Interruption interruption = new Interruption(patience, err, left);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    public boolean came() {
        return came;
    }

    /** What a signal does. Returns when the process may end. */
    void signal() {
        came = true;
        try {
            if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                err.println(left);
                err.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        done.countDown();
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook is running, and returns.
        }
    }
}
