package io.chameleon.transport.rpc.client;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.Fixtures;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class GuestTest {
    /** A thread that outlives Netty's class loader would keep all of that. */
    @Test
    void threadOfACaller_keepsNothingOfNettys_onceItHasConnectedCalledAndCancelled() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        ExecutorService application = Executors.newSingleThreadExecutor();
        try (NettyRpcServer server = new NettyRpcServer(
                        "127.0.0.1",
                        0,
                        (request, context) -> {
                            reached.countDown();
                            return new CompletableFuture<>();
                        },
                        TransportConfig.defaults());
                NettyRpcClient client = new NettyRpcClient(TransportConfig.defaults())) {
            Endpoint endpoint = new Endpoint("127.0.0.1", server.port());
            List<Integer> kept = application
                    .submit(() -> {
                        List<Integer> values = new ArrayList<>();
                        CompletableFuture<Message> first = client.call(endpoint, Fixtures.get(1), PATIENCE);
                        values.add(FastThreadLocal.size());
                        reached.await();
                        CompletableFuture<Message> second = client.call(endpoint, Fixtures.get(1), PATIENCE);
                        values.add(FastThreadLocal.size());
                        first.cancel(false);
                        values.add(FastThreadLocal.size());
                        second.cancel(false);
                        return values;
                    })
                    .get();
            assertThat(kept).containsExactly(0, 0, 0);
        } finally {
            application.shutdown();
        }
    }

    /** As an application with Netty of its own has. */
    @Test
    void threadThatHasSomethingOfNettys_keepsIt() throws Exception {
        ExecutorService application = Executors.newSingleThreadExecutor();
        FastThreadLocal<String> own = new FastThreadLocal<>();
        try {
            String kept = application
                    .submit(() -> {
                        own.set("the application's");
                        Guest.run(() -> {});
                        return own.getIfExists();
                    })
                    .get();
            assertThat(kept).isEqualTo("the application's");
        } finally {
            application.shutdown();
        }
    }
}
