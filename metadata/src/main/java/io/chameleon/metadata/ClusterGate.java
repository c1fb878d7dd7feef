package io.chameleon.metadata;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.Message;
import io.chameleon.transport.NotExecutedError;
import io.chameleon.transport.RpcHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers nothing but {@code WRONG_CLUSTER} while database and flash servers are not of one cluster. */
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
