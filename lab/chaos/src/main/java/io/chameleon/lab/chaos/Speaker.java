package io.chameleon.lab.chaos;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints something at intervals, until closed. */
final class Speaker implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    Speaker(Duration interval, Runnable say) {
        thread = Thread.ofVirtual().start(() -> {
            try {
                while (!over.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                    say.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() throws InterruptedException {
        over.countDown();
        thread.join();
    }
}
