package io.chameleon.client.fake;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.SendQueueFullError;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** A network whose own queue to each server is full for the first fragments. */
public final class FullQueue implements RpcClient {
    private final RpcClient network;
    private final int refusals;
    private final Map<Endpoint, Integer> refused = new ConcurrentHashMap<>();

    /** @param refusals of each server's fragments */
    public FullQueue(RpcClient network, int refusals) {
        this.network = network;
        this.refusals = refusals;
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        if (request.type() == MessageType.PUT_FRAGMENT && refused.merge(endpoint, 1, Integer::sum) <= refusals) {
            request.release();
            return CompletableFuture.failedFuture(new SendQueueFullError("told to be full"));
        }
        return network.call(endpoint, request, timeout);
    }

    @Override
    public void close() {}
}
