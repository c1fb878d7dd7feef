package io.chameleon.transport.rpc.server;

import io.chameleon.transport.rpc.CallContext;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One connection's part in the server's {@link MemoryBudget}, on the account of its caller, whom only the handshake
 * names: until then each peer has an account of its own. Used on the connection's event loop, except for
 * {@link #reservation}.
 */
final class MemoryShare {
    private final MemoryBudget budget;
    private final Executor loop;
    private final Runnable cameFree;
    private volatile String caller;
    private boolean waits;

    /**
     * @param caller as {@link CallContext#caller()}, as far as it is known
     * @param cameFree runs on {@code loop} after {@link #hasRoom} was false, when it is worth asking again
     */
    MemoryShare(MemoryBudget budget, String caller, Executor loop, Runnable cameFree) {
        this.budget = budget;
        this.caller = caller;
        this.loop = loop;
        this.cameFree = cameFree;
    }

    /** The caller is known now; nothing may have been counted before. */
    void belongsTo(String known) {
        caller = known;
    }

    /** Requests from their arrival on, then their answers until they are sent; negative if they are gone. */
    void count(long bytes) {
        budget.add(caller, bytes);
    }

    /** Room for an answer, which counts from now on. Safe from any thread. */
    MemoryBudget.Reservation reservation(long bytes, Runnable later) {
        return budget.reservation(caller, bytes, later);
    }

    boolean hasRoom() {
        // One request to be woken is enough.
        waits = waits || !budget.hasRoom(caller, this::wake);
        return !waits;
    }

    /** On any thread. */
    private void wake() {
        try {
            loop.execute(() -> {
                waits = false;
                cameFree.run();
            });
        } catch (RejectedExecutionException closed) {
            // So is the connection.
        }
    }
}
