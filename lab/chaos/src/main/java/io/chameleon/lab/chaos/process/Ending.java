package io.chameleon.lab.chaos.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Whether this process was told to stop, by Ctrl-C or a signal. A Ctrl-C ends the members, too: what happens to them
 * from then on is no finding.
 */
public final class Ending {
    /** A member may hear of a Ctrl-C before this process does. */
    private static final long WORD_MILLIS = 500;

    private final CountDownLatch told = new CountDownLatch(1);
    private final Runnable last;

    /** @param last runs once nothing of the cluster does, if this process was told to stop */
    public Ending(Runnable last) {
        this.last = last;
    }

    void begin() {
        told.countDown();
    }

    void end() {
        last.run();
    }

    /** Asked after something has gone wrong. Waits a moment for the word. */
    public boolean hasBegun() throws InterruptedException {
        return told.await(WORD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** If this process was told to stop, does not return: the process is over in a moment. */
    public void awaitIfBegun() throws InterruptedException {
        if (hasBegun()) {
            new CountDownLatch(1).await();
        }
    }
}
