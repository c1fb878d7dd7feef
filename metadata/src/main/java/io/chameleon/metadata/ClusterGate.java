package io.chameleon.metadata;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers only {@code WRONG_CLUSTER} while database and flash servers belong to different clusters. */
public final class ClusterGate implements RpcHandler {
    private final RpcHandler guarded;
    private final ClusterCheck check;

    public ClusterGate(RpcHandler guarded, ClusterCheck check) {
        this.guarded = guarded;
        this.check = check;
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        if (check.isOpen()) {
            return CompletableFuture.failedFuture(new NotExecutedError(check.problem()));
        }
        String problem = check.problem();
        return problem.isEmpty()
                ? guarded.handle(request, context)
                : CompletableFuture.failedFuture(new ChameleonError(ErrorCode.WRONG_CLUSTER, problem));
    }
}
