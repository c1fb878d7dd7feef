package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopbackNetworkTest extends RpcContract {
    private final LoopbackNetwork network = new LoopbackNetwork();
    private int ports = 1;

    @AfterEach
    void close() {
        network.close();
    }

    @Override
    RpcClient client() {
        return network;
    }

    @Override
    Endpoint serve(RpcHandler handler) {
        Endpoint endpoint = new Endpoint("server", ports++);
        network.bind(endpoint, handler);
        return endpoint;
    }

    @Override
    Endpoint serve(RpcHandler handler, String flashServer, String cluster) {
        Endpoint endpoint = new Endpoint("server", ports++);
        network.bind(endpoint.as(flashServer).in(cluster), handler);
        return endpoint;
    }

    @Override
    Endpoint nowhere() {
        return new Endpoint("nowhere", 1);
    }

    @Test
    void endpoint_onceUnbound_isUnavailable() {
        Endpoint server = serve(Fixtures::echo);
        network.call(server, Fixtures.get(1), PATIENCE).join().release();

        network.unbind(server);

        assertThat(failure(network.call(server, Fixtures.get(1), PATIENCE))).isInstanceOf(NotExecutedError.class);
    }
}
