package io.chameleon.server;

import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.Message;
import io.chameleon.transport.RpcHandler;
import io.chameleon.transport.Wire;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.WriteIdP;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a flash server's endpoint and keeps users apart: a user adds fragments only to a write that it began on this server, and
 * deletes only those, which is how a client calls off a write that failed. Who began what is remembered for an hour after the
 * last fragment, in memory: after that, or a restart, a write is nobody's, and what it left is found by reconciliation.
 *
 * <p>Internal roles and operators pass. Safe from any thread; never waits.
 */
final class UserWrites implements RpcHandler {
    private static final Duration KEPT = Duration.ofHours(1);
    /** About 200 bytes each. */
    private static final int MAX_KEPT = 100_000;

    private final RpcHandler endpoint;
    private final Predicate<WriteId> stored;
    private final LongSupplier nanoTime;
    /** The write that was touched longest ago comes first. */
    private final Map<WriteId, Begun> writes = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<WriteId, Begun> eldest) {
            return size() > MAX_KEPT || nanoTime.getAsLong() - eldest.getValue().lastNanos() > KEPT.toNanos();
        }
    };

    private record Begun(String user, long lastNanos) {}

    /** @param stored whether the server holds fragments of a write */
    UserWrites(RpcHandler endpoint, Predicate<WriteId> stored, LongSupplier nanoTime) {
        this.endpoint = endpoint;
        this.stored = stored;
        this.nanoTime = nanoTime;
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        if (context.principal().role() == Role.USER) {
            try {
                require(request, context.principal().name());
            } catch (ChameleonError e) {
                return CompletableFuture.failedFuture(e);
            }
        }
        return endpoint.handle(request, context);
    }

    private void require(Message request, String user) {
        switch (request.type()) {
            case PUT_FRAGMENT ->
                begin(
                        Wire.unpack(request.header(PutFragmentRequest.class).getId())
                                .writeId(),
                        user);
            case DELETE_FRAGMENTS -> {
                for (WriteIdP write :
                        request.header(DeleteFragmentsRequest.class).getWriteIdsList()) {
                    requireOwn(Wire.unpack(write), user);
                }
            }
            default -> {}
        }
    }

    private void begin(WriteId write, String user) {
        synchronized (writes) {
            Begun begun = current(write);
            boolean mine = begun == null ? !stored.test(write) : begun.user().equals(user);
            if (!mine) {
                throw new ChameleonError(
                        ErrorCode.PERMISSION_DENIED,
                        "write " + write + " was not begun here by user " + user + ", who cannot add to it");
            }
            writes.put(write, new Begun(user, nanoTime.getAsLong()));
        }
    }

    private void requireOwn(WriteId write, String user) {
        synchronized (writes) {
            Begun begun = current(write);
            // Deleting what is not there does no harm, and a client need not know which of its fragments arrived.
            if (begun == null ? stored.test(write) : !begun.user().equals(user)) {
                throw new ChameleonError(
                        ErrorCode.PERMISSION_DENIED,
                        "write " + write + " was not begun here by user " + user + ", who cannot delete it");
            }
        }
    }

    private @Nullable Begun current(WriteId write) {
        Begun begun = writes.get(write);
        if (begun != null && nanoTime.getAsLong() - begun.lastNanos() > KEPT.toNanos()) {
            writes.remove(write);
            return null;
        }
        return begun;
    }
}
