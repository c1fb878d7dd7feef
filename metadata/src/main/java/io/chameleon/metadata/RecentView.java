package io.chameleon.metadata;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.metadata.request.ClusterViews;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as of the last second. Reading it is a transaction over all servers, and every client, reaper and
 * repairer polls it. Servers that come, go or move show at once, as do changes by this process. But if thousands of
 * servers register one after the other, the time between two readings is soon at least that of the last reading.
 *
 * <p>Callers at the same time share a reading. Waits only for the source; safe from any thread.
 */
final class RecentView implements ClusterViews {
    static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final Supplier<ClusterView> source;
    private final Supplier<? extends Collection<ServerInfo>> registered;
    private final LongSupplier nanoTime;
    private final AtomicLong changes = new AtomicLong();
    private final AtomicReference<@Nullable Reading> underWay = new AtomicReference<>();
    private volatile @Nullable Read last;

    /** @param early whether the view before it was not yet too old */
    private record Read(
            ClusterView view,
            Collection<ServerInfo> registered,
            long sinceNanos,
            long doneNanos,
            long changes,
            boolean early) {
        boolean isYoungerThan(long ageNanos, long nowNanos) {
            return nowNanos - sinceNanos < ageNanos;
        }

        /** Whether the source has rested for as long as this reading took, or need not. */
        boolean isDigested(long nowNanos) {
            return !early || nowNanos - doneNanos >= doneNanos - sinceNanos;
        }
    }

    /** What was known when a reading began, and what comes of it. */
    private record Reading(Collection<ServerInfo> registered, long changes, CompletableFuture<ClusterView> result) {}

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
        ClusterView recent = recent();
        return recent == null ? shared() : recent;
    }

    private @Nullable ClusterView recent() {
        Read known = last;
        long now = nanoTime.getAsLong();
        boolean isRecent = known != null
                && known.changes == changes.get()
                && known.isYoungerThan(MAX_AGE.toNanos(), now)
                && (known.registered.equals(registered.get()) || !known.isDigested(now));
        return known != null && isRecent ? known.view : null;
    }

    /** A reading that began after all that this caller may know of, or one of its own. */
    private ClusterView shared() {
        Reading mine = reading();
        while (true) {
            Reading other = underWay.get();
            if (other != null && other.changes == mine.changes && other.registered.equals(mine.registered)) {
                return result(other);
            }
            ClusterView recent = recent(); // of a reading that has just ended
            if (recent != null) {
                return recent;
            }
            if (underWay.compareAndSet(other, mine)) {
                return read(mine);
            }
        }
    }

    private static ClusterView result(Reading other) {
        try {
            return other.result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public ClusterView fresh() {
        return read(reading());
    }

    private Reading reading() {
        return new Reading(registered.get(), changes.get(), new CompletableFuture<>());
    }

    private ClusterView read(Reading reading) {
        try {
            Read before = last;
            long since = nanoTime.getAsLong();
            boolean early = before != null && before.isYoungerThan(MAX_AGE.toNanos(), since);
            ClusterView view = source.get();
            last = new Read(view, reading.registered, since, nanoTime.getAsLong(), reading.changes, early);
            reading.result.complete(view);
            return view;
        } catch (RuntimeException | Error e) {
            reading.result.completeExceptionally(e);
            throw e;
        } finally {
            underWay.compareAndSet(reading, null);
        }
    }

    @Override
    public void changed() {
        changes.incrementAndGet();
    }
}
