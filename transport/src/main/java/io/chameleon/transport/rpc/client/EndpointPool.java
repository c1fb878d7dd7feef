package io.chameleon.transport.rpc.client;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The few connections to one endpoint. Calls take the first that is not busy, since calls on one connection also share
 * system calls and wake-ups; when all are busy, they are used in turn. A slot connects on first use, and again when its
 * connection is lost.
 */
final class EndpointPool {
    private final AtomicReferenceArray<@Nullable CompletableFuture<ClientConnection>> slots;
    private final AtomicInteger turn = new AtomicInteger();
    private final WaitingCalls waiting;
    private final Consumer<CompletableFuture<ClientConnection>> connect;

    /** @param connect begins to connect and completes the future */
    EndpointPool(Endpoint endpoint, TransportConfig config, Consumer<CompletableFuture<ClientConnection>> connect) {
        this.waiting = new WaitingCalls(endpoint, config);
        this.slots = new AtomicReferenceArray<>(config.connectionsPerEndpoint());
        this.connect = connect;
    }

    /**
     * A connection, at once or when it is open. While there is none, all callers wait for the same one. No caller waits
     * for a further one: it is used once it is open.
     */
    CompletableFuture<ClientConnection> next() {
        CompletableFuture<ClientConnection> busy = null;
        CompletableFuture<ClientConnection> coming = null;
        for (int slot = 0; slot < slots.length(); slot++) {
            CompletableFuture<ClientConnection> current = slots.get(slot);
            if (current != null && isReady(current)) {
                if (!current.join().isBusy()) {
                    return current;
                }
                busy = current;
            } else if (coming == null) {
                coming = connecting(slot);
            }
        }
        if (coming == null) {
            return connecting(Math.floorMod(turn.getAndIncrement(), slots.length()));
        }
        return busy != null ? busy : coming;
    }

    /** The connection of a slot, reconnected if it is gone. */
    private CompletableFuture<ClientConnection> connecting(int slot) {
        while (true) {
            CompletableFuture<ClientConnection> current = slots.get(slot);
            if (current != null && (!current.isDone() || isReady(current))) {
                return current;
            }
            CompletableFuture<ClientConnection> fresh = new CompletableFuture<>();
            if (slots.compareAndSet(slot, current, fresh)) {
                connect.accept(fresh);
                return fresh;
            }
        }
    }

    /** Fails all waiting callers, since no further connection will be made. */
    void fail(ChameleonError cause) {
        for (int slot = 0; slot < slots.length(); slot++) {
            CompletableFuture<ClientConnection> waiting = slots.get(slot);
            if (waiting != null) {
                waiting.completeExceptionally(cause);
            }
        }
    }

    /** The requests that wait for one of the connections. */
    WaitingCalls waiting() {
        return waiting;
    }

    private static boolean isReady(CompletableFuture<ClientConnection> connection) {
        return connection.isDone()
                && !connection.isCompletedExceptionally()
                && connection.join().isUsable();
    }
}
