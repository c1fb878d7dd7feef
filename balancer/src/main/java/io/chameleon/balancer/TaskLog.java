package io.chameleon.balancer;

import io.chameleon.balancer.servers.Failing;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of a task that runs all the time: a line when it begins to fail or fails otherwise, and one when it no longer
 * fails. An outage of the metadata service would otherwise take a line a second. Not safe from several threads.
 */
final class TaskLog {
    private static final Logger LOG = LoggerFactory.getLogger(TaskLog.class);

    /** A task that has just failed pauses, and its turns do nothing meanwhile. */
    private static final long QUIET_SECONDS = 10;

    private final String task;
    private final LongSupplier nanoTime;
    private @Nullable String told;
    private long failedAt;

    /** @param nanoTime a ticker */
    TaskLog(String task, LongSupplier nanoTime) {
        this.task = task;
        this.nanoTime = nanoTime;
    }

    void failed(RuntimeException failure) {
        failedAt = nanoTime.getAsLong();
        String kind = Failing.kind(failure);
        if (!kind.equals(told)) {
            told = kind;
            LOG.warn("{} failed and is tried again until it does not: {}", task, failure.toString());
        }
    }

    void defect(Error error) {
        failedAt = nanoTime.getAsLong();
        told = Failing.kind(error);
        LOG.error("{} met a defect and will be tried again", task, error);
    }

    /** A turn ended well; it may have had nothing to do. */
    void ended() {
        if (told != null && nanoTime.getAsLong() - failedAt >= TimeUnit.SECONDS.toNanos(QUIET_SECONDS)) {
            told = null;
            LOG.info("{} no longer fails", task);
        }
    }
}
