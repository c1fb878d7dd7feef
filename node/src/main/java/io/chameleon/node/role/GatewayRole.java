package io.chameleon.node.role;

import io.chameleon.client.ChameleonClient;
import io.chameleon.node.users.GatewayUsers;
import io.chameleon.s3.S3Config;
import io.chameleon.s3.S3Server;
import io.chameleon.server.Parts;
import io.chameleon.server.admin.AdminHttp;
import io.chameleon.server.admin.Health;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.security.AuthMode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One S3 gateway process: the gateway, its client of the cluster, its users, its admin page. It keeps nothing. */
public final class GatewayRole implements AutoCloseable {
    private static final long LOOK_SECONDS = 1;
    /** Large segments cost less; requests get smaller ones, or pieces of them, when many share the memory. */
    private static final int SEGMENT_BYTES = 4 << 20;

    private static final long WRITE_MEMORY = 48 << 20;
    private static final long SEND_WINDOW = 32 << 20;
    private static final long READ_MEMORY = 48 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(GatewayRole.class);
    private static final int SEGMENTS_READ = 128;

    private final Parts parts = new Parts();
    private final S3Server server;
    private final AdminHttp admin;

    /** @param transport how it reaches the cluster; with authentication, its principal has the role gateway or admin */
    public GatewayRole(GatewayConfig config, List<Endpoint> metadata, TransportConfig transport, InstantSource clock) {
        try {
            PrometheusMeterRegistry metrics = parts.opened(new ProcessMetrics()).registry();
            Health health = new Health();
            admin = parts.opened(
                    new AdminHttp(new InetSocketAddress(config.host(), config.adminPort()), metrics, health, Map.of()));
            NettyRpcClient network = parts.opened(new NettyRpcClient(transport));
            ChameleonClient client = parts.opened(ChameleonClient.builder()
                    .metadata(metadata.stream().map(Endpoint::toString).toArray(String[]::new))
                    .network(network)
                    .segmentBytes(SEGMENT_BYTES)
                    .writeMemory(WRITE_MEMORY)
                    .sendWindow(SEND_WINDOW)
                    .readMemory(READ_MEMORY)
                    .readWindow(SEGMENTS_READ)
                    .build());
            GatewayUsers users = new GatewayUsers(config.usersDir(), config.users());
            List<Runnable> files = new ArrayList<>(List.of(users::refresh));
            LongSupplier unread = users::failures;
            Gauge.builder("chameleon.s3.access.keys", users, GatewayUsers::size)
                    .description("access keys the gateway knows")
                    .register(metrics);
            S3Config s3 = S3Config.listening(config.host(), config.port())
                    .withRegion(config.region())
                    .withDomains(config.domains().toArray(String[]::new))
                    .withTrustedProxies(config.trustedProxies())
                    .withOpenUnowned(transport.security().mode() == AuthMode.NONE);
            Path certificate = config.certificate();
            Path key = config.key();
            if (certificate != null && key != null) {
                GatewayTls tls = new GatewayTls(certificate, key);
                tls.warning(clock.instant()).ifPresent(LOG::warn);
                s3 = s3.withTls(tls);
                files.add(tls::refresh);
                SecurityMetrics.certificate("s3", tls::notAfter).bindTo(metrics);
                unread = () -> Math.max(users.failures(), tls.failures());
            }
            SecurityMetrics.of(transport.security(), unread).bindTo(metrics);
            server = parts.opened(S3Server.start(s3, client.async(), users, metrics, clock));
            watch(files);
            health.note("users_known", () -> users.size() > 0).started();
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    private void watch(List<Runnable> refreshes) {
        ScheduledExecutorService watch =
                Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("chameleon-s3-files", true));
        parts.opened(watch::shutdownNow);
        var unused = watch.scheduleWithFixedDelay(
                () -> refreshes.forEach(Runnable::run), LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    public int port() {
        return server.port();
    }

    public int adminPort() {
        return admin.port();
    }

    @Override
    public void close() {
        parts.close();
    }
}
