package io.chameleon.lab.chaos.load;

import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The network of a client whose route to the flash servers differs from the balancers'. */
final class ClientLink implements RpcClient {
    private final RpcClient network;
    private final ProcessCluster cluster;

    ClientLink(RpcClient network, ProcessCluster cluster) {
        this.network = network;
        this.cluster = cluster;
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        return network.call(cluster.routeForClients(endpoint), request, timeout);
    }

    @Override
    public void close() {
        network.close();
    }
}
