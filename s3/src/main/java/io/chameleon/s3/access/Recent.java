package io.chameleon.s3.access;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What the store has answered lately, by name. Failures are not remembered. */
final class Recent<T> {
    private record Entry<T>(T value, long since) {}

    private final Function<String, CompletableFuture<T>> source;
    private final int most;
    private final long nanos;
    private final LongSupplier ticker;
    private final Map<String, Entry<T>> entries = new ConcurrentHashMap<>();

    /**
     * @param most names at a time
     * @param lifetime of an answer; 0 remembers nothing
     */
    Recent(Function<String, CompletableFuture<T>> source, int most, Duration lifetime, LongSupplier ticker) {
        this.source = source;
        this.most = most;
        this.nanos = lifetime.toNanos();
        this.ticker = ticker;
    }

    CompletableFuture<T> find(String name) {
        // Before it is asked: an answer may be as old as the question.
        long now = ticker.getAsLong();
        Entry<T> known = entries.get(name);
        if (known != null && now - known.since() < nanos) {
            return CompletableFuture.completedFuture(known.value());
        }
        return source.apply(name).thenApply(value -> {
            if (entries.size() >= most) {
                entries.clear();
            }
            entries.put(name, new Entry<>(value, now));
            return value;
        });
    }

    /** However old; null if there is none. */
    @Nullable
    T known(String name) {
        Entry<T> known = entries.get(name);
        return known == null ? null : known.value();
    }

    void forget(String name) {
        entries.remove(name);
    }
}
