package io.chameleon.metadata.routing;

import io.chameleon.core.ServerInfo;
import io.chameleon.metadata.table.KnownServers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the further databases what the first learns otherwise: every second who is registered, so that each walks over
 * its own objects when a server comes with another device; every five seconds what users store elsewhere, and what
 * slices have to agree on. One that does not answer is told later, and holds up no other.
 */
public final class FurtherUpkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FurtherUpkeep.class);
    private static final Duration SERVERS = Duration.ofSeconds(1);
    private static final Duration TASKS = Duration.ofSeconds(5);

    private final List<KnownServers> known;
    private final List<Runnable> tasks;
    private final Supplier<? extends Collection<ServerInfo>> registered;
    private final BooleanSupplier isCurrent;
    private final ScheduledExecutorService threads;

    /**
     * @param known servers, as each further database knows them
     * @param tasks every five seconds
     * @param registered servers of this cluster; never waits
     * @param isCurrent whether that list is
     */
    public FurtherUpkeep(
            List<KnownServers> known,
            List<Runnable> tasks,
            Supplier<? extends Collection<ServerInfo>> registered,
            BooleanSupplier isCurrent) {
        this.known = List.copyOf(known);
        this.tasks = List.copyOf(tasks);
        this.registered = registered;
        this.isCurrent = isCurrent;
        this.threads = Executors.newScheduledThreadPool(
                known.size() + tasks.size(),
                Thread.ofPlatform().daemon().name("further-databases-", 0).factory());
    }

    /** With one database there is nothing to do. */
    public void start() {
        known.forEach(database -> every(SERVERS, () -> tell(database)));
        if (!known.isEmpty()) {
            tasks.forEach(task -> every(TASKS, task));
        }
    }

    private void tell(KnownServers database) {
        boolean current = isCurrent.getAsBoolean(); // before the list, so the list is not older
        KnownServers.Known unused = database.merge(registered.get(), current);
    }

    private void every(Duration pause, Runnable task) {
        var unused = threads.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.debug("a database is told later: {}", e.toString());
                    }
                },
                0,
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
