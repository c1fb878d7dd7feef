package io.chameleon.metadata;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as of the last second. Reading it is a transaction over all servers, and every client, reaper and
 * repairer polls it. Servers that come, go or move show at once, as do changes by this process. Waits only for the
 * source; safe from any thread.
 */
final class RecentView implements ClusterViews {
    static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final Supplier<ClusterView> source;
    private final Supplier<? extends Collection<ServerInfo>> registered;
    private final LongSupplier nanoTime;
    private final AtomicLong changes = new AtomicLong();
    private volatile @Nullable Read last;

    private record Read(ClusterView view, Collection<ServerInfo> registered, long sinceNanos, long changes) {}

    /**
     * @param source may wait for the database
     * @param registered the servers at present; never waits
     */
    RecentView(
            Supplier<ClusterView> source,
            Supplier<? extends Collection<ServerInfo>> registered,
            LongSupplier nanoTime) {
        this.source = source;
        this.registered = registered;
        this.nanoTime = nanoTime;
    }

    @Override
    public ClusterView get() {
        Read known = last;
        boolean isRecent = known != null
                && known.changes == changes.get()
                && nanoTime.getAsLong() - known.sinceNanos < MAX_AGE.toNanos()
                && known.registered.equals(registered.get());
        return known != null && isRecent ? known.view : fresh();
    }

    @Override
    public ClusterView fresh() {
        long before = changes.get();
        long since = nanoTime.getAsLong();
        Collection<ServerInfo> there = registered.get();
        ClusterView view = source.get();
        last = new Read(view, there, since, before);
        return view;
    }

    @Override
    public void changed() {
        changes.incrementAndGet();
    }
}
