package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.simssd.envm.EnvmDevice;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the persistent cache write back while no requests arrive. */
final class IdleWriteback implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IdleWriteback.class);
    private static final long INTERVAL_MILLIS = 5;

    private final EnvmDevice cache;
    private final ServerId server;
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> task;

    IdleWriteback(EnvmDevice cache, ServerId server) {
        this.cache = cache;
        this.server = server;
        thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("writeback-" + server).factory());
        task = thread.scheduleWithFixedDelay(this::run, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The next write or sync meets a failed device too, and reports it; here it only ends the task. */
    private void run() {
        try {
            int _ = cache.writeBackIfIdle();
        } catch (RuntimeException e) {
            LOG.error("idle writeback stopped server={}", server, e);
            throw e;
        }
    }

    /** Returns once no writeback is under way. */
    @Override
    public void close() {
        task.cancel(false);
        thread.close();
    }
}
