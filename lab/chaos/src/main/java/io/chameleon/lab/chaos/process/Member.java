package io.chameleon.lab.chaos.process;

import java.time.Duration;

/**
 * A part of the cluster that is a process, or a tree of them: it can be killed and restarted on its port and data, any
 * number of times. One thread at a time, except for {@link #retire}.
 */
public interface Member {
    Role role();

    /** Unique in its cluster. */
    String name();

    /** Starts it; it must not be running. Does not wait until it is ready. */
    void start();

    /**
     * Waits until it takes requests, or has ended.
     *
     * @return whether it does; false too if the time is over
     */
    boolean awaitReady(Duration limit) throws InterruptedException;

    /** SIGKILL. Does nothing if it is not running. */
    void kill() throws InterruptedException;

    /** SIGSTOP. */
    void pause();

    /** SIGCONT. */
    void resume();

    /** SIGKILL, and it can never start again: a start under way, in another thread, ends too. */
    void retire() throws InterruptedException;

    /** Whether its process lives, ready or not. */
    boolean isRunning();
}
