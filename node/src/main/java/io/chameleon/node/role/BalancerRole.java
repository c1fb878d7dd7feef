package io.chameleon.node.role;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.BalancerEndpoint;
import io.chameleon.balancer.BalancerService;
import io.chameleon.core.Require;
import io.chameleon.server.Parts;
import io.chameleon.server.admin.AdminHttp;
import io.chameleon.server.admin.Health;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.apache.curator.framework.CuratorFramework;

/**
 * One balancer process. Its name is the address under which it answers {@code chameleon balance}, so the leader's name
 * in the mapping table says where to ask.
 */
public final class BalancerRole implements AutoCloseable {
    private static final RpcHandler STARTING =
            (request, context) -> CompletableFuture.failedFuture(new NotExecutedError("the balancer is starting"));

    private final Parts parts = new Parts();
    private final BalancerService service;
    private final Endpoint endpoint;
    private final AdminHttp admin;

    /**
     * Where a balancer listens.
     *
     * @param bindHost address to listen on, for requests and for the admin page
     * @param advertisedHost address under which operators reach the process
     * @param port for requests; 0 takes any free one
     * @param adminPort 0 takes any free one
     */
    public record Listen(String bindHost, String advertisedHost, int port, int adminPort) {
        public Listen {
            Require.that(!bindHost.isBlank(), "balancer.bind-host", bindHost, "a host name or address");
            Require.that(port >= 0 && port <= 65_535, "balancer.port", port, "0 (any) to 65535");
            Require.that(adminPort >= 0 && adminPort <= 65_535, "balancer.admin-port", adminPort, "0 (any) to 65535");
        }
    }

    public BalancerRole(
            BalancerConfig config,
            Listen listen,
            List<Endpoint> metadata,
            TransportConfig transport,
            ZooKeeperConfig zookeeper,
            InstantSource clock) {
        try {
            PrometheusMeterRegistry metrics = parts.opened(new ProcessMetrics()).registry();
            SecurityMetrics.of(transport.security()).bindTo(metrics);
            Health health = new Health();
            CompletableFuture<BalancerService> serving = new CompletableFuture<>();
            admin = parts.opened(new AdminHttp(
                    new InetSocketAddress(listen.bindHost(), listen.adminPort()),
                    metrics,
                    health,
                    Map.of("/admin/repair", () -> repair(serving))));
            CuratorFramework curator = parts.opened(ZooKeeperClient.open(zookeeper));
            NettyRpcClient network = parts.opened(new NettyRpcClient(transport));
            // The port is known only once the server listens, and the service is named after it.
            CompletableFuture<RpcHandler> handler = new CompletableFuture<>();
            NettyRpcServer server = parts.opened(new NettyRpcServer(
                    listen.bindHost(),
                    listen.port(),
                    (request, context) -> handler.getNow(STARTING).handle(request, context),
                    transport));
            endpoint = new Endpoint(listen.advertisedHost(), server.port());
            Balancer balancer = Balancers.over(network, metadata, config, clock);
            service = parts.opened(new BalancerService(curator, balancer, config, endpoint.toString(), metrics));
            serving.complete(service);
            handler.complete(new BalancerEndpoint(service, parts.opened(Executors.newVirtualThreadPerTaskExecutor())));
            service.start();
            ZooKeeperHealth.of(curator, metrics, health).started();
        } catch (Exception e) {
            parts.close();
            throw e instanceof RuntimeException known
                    ? known
                    : new IllegalStateException("the balancer does not start: " + e.getMessage(), e);
        }
    }

    /** As this process read it when it last led; empty before that. */
    private static Map<String, Object> repair(CompletableFuture<BalancerService> serving) {
        return serving.isDone()
                ? RepairJson.json(serving.join().balancer().repairer().report())
                : Map.of();
    }

    /** Where it answers {@code BALANCE}; also its name as a leader. */
    public Endpoint endpoint() {
        return endpoint;
    }

    public int adminPort() {
        return admin.port();
    }

    public BalancerService service() {
        return service;
    }

    @Override
    public void close() {
        parts.close();
    }
}
