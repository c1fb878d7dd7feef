package io.chameleon.transport.rpc;

import com.sun.management.OperatingSystemMXBean;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures round trips on loopback, client and server in one process: callers that each wait for their answer.
 * Arguments: payload bytes (4096), callers (8), seconds (5), direction (echo, put or get).
 */
public final class RoundTrips {
    private RoundTrips() {}

    public static void main(String[] args) throws Exception {
        int payload = args.length > 0 ? Integer.parseInt(args[0]) : 4096;
        int callers = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        boolean put = args.length > 3 && args[3].equals("put");
        TransportConfig config = TransportConfig.defaults();
        RpcHandler handler = put
                ? (request, context) -> CompletableFuture.completedFuture(
                        Message.of(MessageType.PUT_FRAGMENT, io.chameleon.transport.wire.Empty.getDefaultInstance()))
                : Fixtures::echo;
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, handler, config);
                NettyRpcClient client = new NettyRpcClient(config)) {
            Endpoint endpoint = new Endpoint("127.0.0.1", server.port());
            measure(client, endpoint, payload, put, callers, seconds, false);
            measure(client, endpoint, payload, put, callers, seconds, true);
        }
    }

    private static void measure(
            RpcClient client, Endpoint endpoint, int payload, boolean put, int callers, int seconds, boolean report)
            throws InterruptedException {
        AtomicLong done = new AtomicLong();
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpuStart = process.getProcessCpuTime();
        long start = System.nanoTime();
        long end = start + Duration.ofSeconds(seconds).toNanos();
        Thread[] threads = new Thread[callers];
        for (int i = 0; i < callers; i++) {
            threads[i] = new Thread(() -> {
                while (System.nanoTime() < end) {
                    var buffer =
                            PooledByteBufAllocator.DEFAULT.directBuffer(payload).writerIndex(payload);
                    Message request = put
                            ? Fixtures.put(buffer)
                            : new Message(
                                    MessageType.GET_FRAGMENT, Fixtures.get(1).header(), buffer);
                    client.call(endpoint, request, Duration.ofSeconds(10))
                            .join()
                            .release();
                    done.incrementAndGet();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        if (report) {
            System.out.printf(
                    "%d bytes %s, %d callers: %.0f round trips/s, %.2f GB/s of payload, %.1f us of CPU each (both sides)%n",
                    payload,
                    put ? "put" : "echoed",
                    callers,
                    done.get() / elapsed,
                    done.get() / elapsed * payload * (put ? 1 : 2) / 1e9,
                    (process.getProcessCpuTime() - cpuStart) / 1e3 / done.get());
        }
    }
}
