package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The puts that have not been answered, at most one of each fragment: a second put of the same fragment shares the
 * outcome of the first, so two threads never write the pages of one fragment. Safe from any thread.
 */
final class OpenPuts {
    private final ConcurrentMap<FragmentId, Put> open = new ConcurrentHashMap<>();

    /** A put that has not been answered. */
    record Put(Fragment fragment, CompletableFuture<Void> done) {
        static Put of(Fragment fragment) {
            return new Put(fragment, new CompletableFuture<>());
        }
    }

    /** Opens a put; returns the one of the same fragment that is open already, and then changes nothing. */
    @Nullable
    Put open(Put put) {
        return open.putIfAbsent(put.fragment.id(), put);
    }

    /** Answers a put, which is open no longer when its caller learns the outcome. */
    void settle(Put put, @Nullable Throwable failure) {
        open.remove(put.fragment.id(), put);
        if (failure == null) {
            put.done.complete(null);
        } else {
            put.done.completeExceptionally(failure);
        }
    }

    boolean anyOf(WriteId write) {
        return open.keySet().stream().anyMatch(id -> id.writeId().equals(write));
    }
}
