package io.chameleon.balancer;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.wire.BalanceRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Answers {@code chameleon balance}. Work runs on the given executor, never on an event loop, and continues when the
 * caller has given up. Any balancer answers a dry run; a request to balance is {@code UNAVAILABLE} if it does not lead.
 */
public final class BalancerEndpoint implements RpcHandler {
    private final BalancerService service;
    private final Executor workers;

    public BalancerEndpoint(BalancerService service, Executor workers) {
        this.service = service;
        this.workers = workers;
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        if (request.type() != MessageType.BALANCE) {
            return CompletableFuture.failedFuture(new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "a balancer does not answer " + request.type() + ", only BALANCE"));
        }
        boolean dryRun = request.header(BalanceRequest.class).getDryRun();
        return CompletableFuture.supplyAsync(
                () -> Message.of(
                        MessageType.BALANCE,
                        dryRun
                                ? BalanceWire.pack(service.balancer().dryRun())
                                : BalanceWire.pack(service.balanceNow())),
                workers);
    }
}
