package io.chameleon.server;

import io.chameleon.core.ServerInfo;
import io.chameleon.server.admin.AdminHttp;
import io.chameleon.server.admin.Health;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running process of flash servers, one for each device, behind one port. The constructor opens the admin page, which
 * shows its progress, then the devices, listens, and registers the servers last. {@link #close} goes in reverse: it
 * removes the entries, finishes what is in flight, syncs and closes the devices.
 *
 * <p>A device that cannot be opened keeps the others from nothing: the cluster misses its server, and repairs what it
 * held. Only a process without any device does not start.
 */
public final class FlashProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlashProcess.class);

    /**
     * Threads for the requests to one device: one for each processor, since a device is read by all of them at a time,
     * and two at least, since a put may wait for a sync. Not virtual: a handover to a virtual thread costs the
     * scheduler several times as many system calls.
     */
    private static final int WORKERS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 64);

    private final ServerConfig config;
    private final Parts parts = new Parts();
    private final List<FlashServer> servers;
    private final AdminHttp admin;

    /**
     * @param zookeeper started; the caller closes it after this process. The servers start without it, but are not
     *     ready
     * @param metrics may be shared by several of these
     * @throws RuntimeException in one line if no device can be opened or a port is taken; nothing stays open then
     */
    public FlashProcess(
            ServerConfig config,
            TransportConfig transport,
            CuratorFramework zookeeper,
            PrometheusMeterRegistry metrics) {
        this.config = config;
        try {
            Health health = new Health();
            admin = parts.opened(new AdminHttp(
                    new InetSocketAddress(config.bindHost(), config.adminPort()), metrics, health, Map.of()));
            servers = open(zookeeper, metrics, health);
            admin.view("/admin/wear", this::wear);
            // A sync keeps a worker waiting: each further device has one more.
            ExecutorService workers = parts.opened(Executors.newFixedThreadPool(
                    WORKERS + servers.size() - 1,
                    Thread.ofPlatform().name("request-" + name() + "-", 0).factory()));
            NettyRpcServer network = parts.opened(new NettyRpcServer(
                    config.bindHost(),
                    config.port(),
                    servers.stream()
                            .map(server -> server.hosted(workers, transport.allocator()))
                            .toList(),
                    transport,
                    this::cluster));
            enter(zookeeper, network.port());
            new ProcessHealth(config, servers).report(health);
        } catch (RuntimeException | Error e) {
            parts.close();
            throw e;
        }
        LOG.info("flash servers up servers={} admin_port={}", servers.size(), admin.port());
    }

    private List<FlashServer> open(CuratorFramework zookeeper, PrometheusMeterRegistry metrics, Health health) {
        List<RuntimeException> failures = new ArrayList<>();
        List<FlashServer> opened = new ArrayList<>();
        InParallel.forEach(config.devices(), device -> {
            try {
                FlashServer server = new FlashServer(config, device, zookeeper, metrics, health::progress);
                synchronized (parts) {
                    opened.add(parts.opened(server));
                }
            } catch (RuntimeException e) {
                LOG.error("server={} is not there: its device cannot be opened: {}", device.server(), e.getMessage());
                synchronized (parts) {
                    failures.add(e);
                }
            }
        });
        if (opened.isEmpty()) {
            throw failures.get(0);
        }
        return config.devices().stream()
                .flatMap(device -> opened.stream().filter(server -> server.id().equals(device.server())))
                .toList();
    }

    private void enter(CuratorFramework zookeeper, int port) {
        for (FlashServer server : servers) {
            AutoCloseable entry = server::leave;
            parts.opened(entry);
        }
        InParallel.forEach(servers, server -> server.enter(zookeeper, port));
    }

    /** The servers belong to one cluster: one whose device is another's is not registered, and refuses requests. */
    private String cluster() {
        return servers.stream()
                .map(FlashServer::cluster)
                .filter(cluster -> !cluster.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Of one device, or a list of them. */
    private Object wear() {
        return config.devices().size() == 1
                ? servers.get(0).wear()
                : servers.stream().map(FlashServer::wear).toList();
    }

    private String name() {
        return config.devices().get(0).server().value();
    }

    /** Those whose devices could be opened, in the order of the configuration. */
    public List<FlashServer> servers() {
        return servers;
    }

    /** What the servers tell the cluster about themselves. */
    public List<ServerInfo> infos() {
        return servers.stream().map(FlashServer::info).toList();
    }

    public int adminPort() {
        return admin.port();
    }

    @Override
    public void close() {
        parts.close();
    }
}
