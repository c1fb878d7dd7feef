package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.chaos.process.ClusterFixture;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.ClusterViewRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client can be cut off from a flash server that balancers still reach. */
class ClientLinkTest {
    @TempDir
    private Path directory;

    private final List<Endpoint> called = new ArrayList<>();
    private boolean closed;

    private final RpcClient network = new RpcClient() {
        @Override
        public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
            called.add(endpoint);
            return new CompletableFuture<>();
        }

        @Override
        public void close() {
            closed = true;
        }
    };

    @Test
    void flashServer_isCalledByTheClientsRoute_andOthersWhereTheyAre() throws InterruptedException {
        try (ProcessCluster cluster = ClusterFixture.proxied(ClusterFixture.spec(directory, 0))) {
            int port = cluster.endpoint(cluster.member("flash-2")).port();
            ClientLink link = new ClientLink(network, cluster);
            call(link, new Endpoint("for-balancers", port, "flash-2", "cluster"));
            Endpoint metadata = cluster.metadataForClients().getFirst();
            call(link, metadata);
            assertThat(called).containsExactly(new Endpoint("for-clients", port, "flash-2", "cluster"), metadata);
            link.close();
            assertThat(closed).isTrue();
        }
    }

    private static void call(ClientLink link, Endpoint endpoint) {
        Message request = Message.of(MessageType.CLUSTER_VIEW, ClusterViewRequest.getDefaultInstance());
        assertThat(link.call(endpoint, request, Duration.ofSeconds(1))).isNotDone();
    }
}
