package io.chameleon.server.cluster;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a caller change or list a server's contents only if the request names the server's cluster: fragments that
 * another cluster's mapping table does not know would look like garbage to it. Reads and reports are answered without
 * that, for callers older than cluster ids.
 */
public final class ClusterGuard implements RpcHandler {
    /** Mostly a client that was given the address of a flash server. */
    private static final String WHAT_THIS_IS =
            "this is a flash server, and clients are given the metadata service's address";

    private final RpcHandler guarded;
    private final ServerId id;
    private final Supplier<String> cluster;

    /** @param cluster id of the cluster the device belongs to; empty until it has joined one */
    public ClusterGuard(RpcHandler guarded, ServerId id, Supplier<String> cluster) {
        this.guarded = guarded;
        this.id = id;
        this.cluster = cluster;
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        ChameleonError refusal = refusal(request.type(), context.cluster());
        return refusal == null ? guarded.handle(request, context) : CompletableFuture.failedFuture(refusal);
    }

    private @Nullable ChameleonError refusal(MessageType type, String wanted) {
        String own = cluster.get();
        if (own.isEmpty()) {
            return new NotExecutedError("server " + id + " has not joined a cluster yet");
        }
        if (wanted.equals(own) || wanted.isEmpty() && isHarmless(type)) {
            return null;
        }
        return new ChameleonError(
                ErrorCode.WRONG_CLUSTER,
                type + " to server " + id + " of cluster " + own + ": the caller "
                        + (wanted.isEmpty() ? "names no cluster; " + WHAT_THIS_IS : "belongs to cluster " + wanted));
    }

    private static boolean isHarmless(MessageType type) {
        return type == MessageType.GET_FRAGMENT || type == MessageType.WEAR_REPORT || type == MessageType.SCRUB_STATUS;
    }
}
