package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.HostedServer;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.local.LocalAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients and servers of one process that do without sockets. */
class WithinProcessTest extends RpcContract {
    private final PooledByteBufAllocator allocator = Fixtures.exactAllocator();
    private final TransportConfig config = Fixtures.config(allocator).withInProcess(true);
    private final NettyRpcClient client = new NettyRpcClient(config);
    private final List<NettyRpcServer> servers = new ArrayList<>();
    private final Queue<String> peers = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close_everything_leavesNoMemoryInUse() {
        client.close();
        servers.forEach(NettyRpcServer::close);
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(allocator)).isZero());
    }

    @Override
    RpcClient client() {
        return client;
    }

    @Override
    Endpoint serve(RpcHandler handler) {
        return start(handler, config);
    }

    @Override
    Endpoint serve(RpcHandler handler, String flashServer, String cluster) {
        NettyRpcServer server = new NettyRpcServer(
                "127.0.0.1", 0, List.of(new HostedServer(flashServer, handler)), config, () -> cluster);
        servers.add(server);
        return new Endpoint("127.0.0.1", server.port());
    }

    @Override
    Endpoint nowhere() {
        return new Endpoint("127.0.0.1", 1);
    }

    private Endpoint start(RpcHandler handler, TransportConfig serverConfig) {
        NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, handler, serverConfig);
        servers.add(server);
        return new Endpoint("127.0.0.1", server.port());
    }

    private RpcHandler remembering() {
        return (request, context) -> {
            peers.add(context.peer());
            return Fixtures.echo(request, context);
        };
    }

    private void callOnce(RpcClient from, Endpoint server) {
        from.call(server, Fixtures.echoRequest(3, new byte[3]), PATIENCE).join().release();
    }

    @Test
    void call_toAServerOfTheProcess_usesNoSocket() {
        callOnce(client, start(remembering(), config));

        assertThat(peers).singleElement().asString().startsWith("local:");
    }

    @Test
    void serverOnAllAddresses_isFoundByThoseOfTheMachine_andByNoOther() throws UnknownHostException {
        LocalAddress everywhere = OwnListeners.name(address("0.0.0.0"));

        assertThat(OwnListeners.before(address("127.0.0.1"))).containsSubsequence(everywhere, address("127.0.0.1"));
        assertThat(OwnListeners.before(address("192.0.2.7"))).doesNotContain(everywhere);
    }

    private static InetSocketAddress address(String literal) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(literal), 7420);
    }

    @Test
    void call_toAServerThatDoesNotOfferIt_goesThroughASocket() {
        callOnce(client, start(remembering(), config.withInProcess(false)));

        assertThat(peers).singleElement().asString().startsWith("/127.0.0.1:");
    }

    @Test
    void call_ofAClientThatDoesNotAskForIt_goesThroughASocket() {
        Endpoint server = start(remembering(), config);
        try (NettyRpcClient other = new NettyRpcClient(config.withInProcess(false))) {
            callOnce(other, server);
        }

        assertThat(peers).singleElement().asString().startsWith("/127.0.0.1:");
    }

    @Test
    void call_afterTheServerHasClosed_findsNothingThere() {
        Endpoint server = serve(Fixtures::echo);
        callOnce(client, server);
        servers.remove(0).close();

        Throwable failure = catchThrowable(() -> callOnce(client, server));

        assertThat(failure)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @Test
    void requestInProgress_whenTheServerCloses_isStillAnswered() {
        CompletableFuture<Message> pending = new CompletableFuture<>();
        CompletableFuture<Boolean> arrived = new CompletableFuture<>();
        Endpoint server = start(
                (request, context) -> {
                    arrived.complete(true);
                    return pending.thenApply(nothing -> Fixtures.echo(request, context)
                            .toCompletableFuture()
                            .join());
                },
                config.withCloseTimeout(PATIENCE));
        var answer = client.call(server, Fixtures.echoRequest(3, new byte[3]), PATIENCE);
        arrived.join();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(servers.remove(0)::close);
        pending.complete(null);

        answer.join().release();
        closing.join();
    }
}
