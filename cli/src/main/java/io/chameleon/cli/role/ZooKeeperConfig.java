package io.chameleon.cli.role;

import io.chameleon.core.Require;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;

/**
 * Where ZooKeeper is.
 *
 * @param connect {@code host:port[,host:port...]}
 * @param sessionTimeout time without contact after which ZooKeeper takes the process for dead
 */
public record ZooKeeperConfig(String connect, Duration sessionTimeout) {
    public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(10);

    private static final int FIRST_RETRY_MILLIS = 100;
    private static final int LONGEST_RETRY_MILLIS = 5_000;
    private static final int RETRIES = 10;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int FIRST_CONNECT_SECONDS = 15;

    public ZooKeeperConfig {
        Require.that(!connect.isBlank(), "zookeeper.connect", connect, "host:port[,host:port...]");
        Require.that(
                sessionTimeout.toMillis() >= 1_000 && sessionTimeout.toMinutes() < 10,
                "zookeeper.session-timeout",
                sessionTimeout,
                "1 s to below 10 min");
    }

    public static ZooKeeperConfig of(String connect) {
        return new ZooKeeperConfig(connect, DEFAULT_SESSION_TIMEOUT);
    }

    /**
     * Connects. Later losses of the connection are Curator's to mend.
     *
     * @throws IllegalStateException in one line if ZooKeeper does not answer within 15 s
     */
    CuratorFramework open() {
        CuratorFramework client = CuratorFrameworkFactory.newClient(
                connect,
                Math.toIntExact(sessionTimeout.toMillis()),
                CONNECT_MILLIS,
                new BoundedExponentialBackoffRetry(FIRST_RETRY_MILLIS, LONGEST_RETRY_MILLIS, RETRIES));
        client.start();
        try {
            if (client.blockUntilConnected(FIRST_CONNECT_SECONDS, TimeUnit.SECONDS)) {
                return client;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
        throw new IllegalStateException("no connection to ZooKeeper at " + connect + " within " + FIRST_CONNECT_SECONDS
                + " s; is it running there?");
    }
}
