package io.chameleon.server.cluster;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.simssd.FlashDevice;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the cluster of a device, by its image, is the one that ZooKeeper names. A device without a cluster joins as
 * soon as metadata has named one; a device of another cluster never does. Until it has joined, a server is not
 * registered and keeps looking: the fault may be corrected on the other side.
 *
 * <p>Nor does it join while a server with another device has its id. Each would take the other's place, and what the id
 * holds would be made anew each time. The entry of a process that has died ends with its session. Beyond that the
 * server gives up: later it would take the other's place as soon as that restarts.
 */
public final class Membership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration SAY_AGAIN = Duration.ofSeconds(30);
    /** How long a namesake is waited for: more sessions than an entry outlasts its process. */
    private static final int SESSIONS = 3;

    private final ServerId server;
    private final FlashDevice device;
    private final CuratorFramework zookeeper;
    private final ScheduledExecutorService looking;
    private final CountDownLatch looked = new CountDownLatch(1);
    private volatile String joined = "";
    private volatile boolean foreign;
    private volatile boolean refused;
    private String said = "";
    private long looks;
    private long met;

    public Membership(ServerId server, FlashDevice device, CuratorFramework zookeeper) {
        this.server = server;
        this.device = device;
        this.zookeeper = zookeeper;
        this.looking = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("membership-" + server).factory());
    }

    /**
     * Looks, and keeps looking until the device has joined. Returns after the first look, or when that takes too long.
     *
     * @param onJoined called once, on a thread of its own
     */
    public void start(Runnable onJoined) {
        var _ = looking.scheduleWithFixedDelay(() -> look(onJoined), 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        try {
            boolean unused = looked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean isJoined() {
        return !joined.isEmpty();
    }

    /** Whether the device belongs to another cluster than ZooKeeper names. */
    boolean isForeign() {
        return foreign;
    }

    /** Whether it has given up, since another server has its id. */
    boolean isRefused() {
        return refused;
    }

    /** The id of the cluster; empty before it has joined. */
    public String cluster() {
        return joined;
    }

    public ServerIdentity identity() {
        return new ServerIdentity(joined, device.deviceId().toString());
    }

    private void look(Runnable onJoined) {
        try {
            String named = named();
            UUID own = device.clusterId();
            Optional<String> namesake = Namesake.of(server, device.deviceId(), zookeeper);
            if (namesake.isPresent()) {
                waitFor(namesake.get());
            } else if (own == null && named.isEmpty()) {
                say("waits for metadata to name the cluster at " + ServerInfo.CLUSTER_PATH + " of ZooKeeper");
            } else if (own == null) {
                device.join(UUID.fromString(named));
                LOG.info("server={} device={} joined cluster {}", server, device.deviceId(), named);
                join(named, onJoined);
            } else if (named.isEmpty() || named.equals(own.toString())) {
                join(own.toString(), onJoined);
            } else {
                refuse(own, named);
            }
        } catch (Exception e) {
            say("cannot look for its cluster in ZooKeeper: " + e.getMessage());
        } finally {
            looked.countDown();
        }
    }

    private void join(String cluster, Runnable onJoined) {
        foreign = false;
        joined = cluster;
        onJoined.run();
        looking.shutdown();
    }

    private void waitFor(String namesake) throws Exception {
        long patience =
                (long) SESSIONS * zookeeper.getZookeeperClient().getZooKeeper().getSessionTimeout();
        if (++met * LOOK.toMillis() < patience) {
            say("waits: the server at " + namesake + " is registered under its id");
            return;
        }
        LOG.error(
                "server={} is not registered: the server at {} has its id. Give this one another server.id, or stop that"
                        + " one, and start this one again",
                server,
                namesake);
        refused = true;
        looking.shutdown();
    }

    private void refuse(UUID own, String named) {
        if (!foreign) {
            LOG.error(
                    "server={} is not registered: its device belongs to cluster {}, ZooKeeper names cluster {}. Give the server its"
                            + " own ZooKeeper and metadata, or another image",
                    server,
                    own,
                    named);
        }
        foreign = true;
    }

    /** Logs the same message only now and then. */
    private void say(String what) {
        if (!what.equals(said) || looks % (SAY_AGAIN.toMillis() / LOOK.toMillis()) == 0) {
            LOG.info("server={} {}", server, what);
        }
        said = what;
        looks++;
    }

    /** The name of the cluster in ZooKeeper; empty if it has none. */
    private String named() throws Exception {
        byte @Nullable [] data;
        try {
            data = zookeeper.getData().forPath(ServerInfo.CLUSTER_PATH);
        } catch (KeeperException.NoNodeException e) {
            return "";
        }
        String named = data == null ? "" : new String(data, StandardCharsets.US_ASCII);
        ServerIdentity.require(named, "cluster id at " + ServerInfo.CLUSTER_PATH);
        return named;
    }

    @Override
    public void close() {
        looking.shutdownNow();
        try {
            boolean unused = looking.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
