package io.chameleon.transport;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The few connections to one endpoint. Calls take the first that is not busy, for those that share a connection share system calls
 * and wake-ups too; when all are busy, they are used in turn. A slot connects when it is first used, and anew when its connection is
 * gone.
 */
final class EndpointPool {
    private final Endpoint endpoint;
    private final TransportConfig config;
    private final AtomicReferenceArray<@Nullable CompletableFuture<ClientConnection>> slots;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger waitingRequests = new AtomicInteger();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final Consumer<CompletableFuture<ClientConnection>> connect;

    /** @param connect begins to connect and completes the future */
    EndpointPool(Endpoint endpoint, TransportConfig config, Consumer<CompletableFuture<ClientConnection>> connect) {
        this.endpoint = endpoint;
        this.config = config;
        this.slots = new AtomicReferenceArray<>(config.connectionsPerEndpoint());
        this.connect = connect;
    }

    /** A connection, at once or when it stands; all who ask meanwhile wait for the same one. */
    CompletableFuture<ClientConnection> next() {
        int slot = firstNotBusy();
        while (true) {
            CompletableFuture<ClientConnection> current = slots.get(slot);
            if (current != null && isWorthWaiting(current)) {
                return current;
            }
            CompletableFuture<ClientConnection> fresh = new CompletableFuture<>();
            if (slots.compareAndSet(slot, current, fresh)) {
                connect.accept(fresh);
                return fresh;
            }
        }
    }

    private int firstNotBusy() {
        for (int slot = 0; slot < slots.length(); slot++) {
            CompletableFuture<ClientConnection> current = slots.get(slot);
            if (current == null || !isBusy(current)) {
                return slot;
            }
        }
        return Math.floorMod(turn.getAndIncrement(), slots.length());
    }

    /** One that is gone or not yet there is not busy. */
    private static boolean isBusy(CompletableFuture<ClientConnection> connection) {
        return connection.isDone()
                && !connection.isCompletedExceptionally()
                && connection.join().isBusy();
    }

    /** Fails all who wait, now that nothing will connect any more. */
    void fail(ChameleonError cause) {
        for (int slot = 0; slot < slots.length(); slot++) {
            CompletableFuture<ClientConnection> waiting = slots.get(slot);
            if (waiting != null) {
                waiting.completeExceptionally(cause);
            }
        }
    }

    /** Room for one more request to wait for a connection; {@code OVERLOADED} if there is none. */
    void beginWait(MessageType type, int payloadBytes) {
        int requests = waitingRequests.incrementAndGet();
        long bytes = waitingBytes.addAndGet(payloadBytes);
        if (requests > config.maxInFlightRequests() || requests > 1 && bytes > config.maxInFlightBytes()) {
            endWait(payloadBytes);
            throw new ChameleonError(
                    ErrorCode.OVERLOADED,
                    type + ": " + (requests - 1) + " requests and " + (bytes - payloadBytes)
                            + " bytes wait for a connection to " + endpoint);
        }
    }

    void endWait(int payloadBytes) {
        waitingRequests.decrementAndGet();
        waitingBytes.addAndGet(-payloadBytes);
    }

    private static boolean isWorthWaiting(CompletableFuture<ClientConnection> connection) {
        return !connection.isDone()
                || !connection.isCompletedExceptionally() && connection.join().isUsable();
    }
}
