package io.chameleon.transport.client;

import com.google.protobuf.MessageLite;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for answers of the metadata service. Never call it on an event loop. */
final class BlockingCalls {
    private final Failover service;
    private final Duration timeout;

    BlockingCalls(RpcClient network, List<Endpoint> endpoints, Duration timeout) {
        this.service = new Failover(network, endpoints);
        this.timeout = timeout;
    }

    <A extends MessageLite> A call(MessageType type, MessageLite header, Failover.Repeat repeat, Class<A> answerType) {
        CompletableFuture<Message> answer = service.call(type, header, repeat, timeout);
        try {
            Message message = answer.get();
            message.release();
            return message.header(answerType);
        } catch (InterruptedException e) {
            answer.cancel(false);
            Thread.currentThread().interrupt();
            throw new ChameleonError(ErrorCode.CANCELLED, type + ": interrupted while waiting", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ChameleonError error
                    // Thrown on this thread, so that the stack shows the caller.
                    ? new ChameleonError(error.code(), String.valueOf(error.getMessage()), error)
                    : new ChameleonError(ErrorCode.INTERNAL, type + " failed", e.getCause());
        }
    }
}
