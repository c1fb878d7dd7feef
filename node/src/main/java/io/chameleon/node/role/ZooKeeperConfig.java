package io.chameleon.node.role;

import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import java.time.Duration;

/**
 * Where ZooKeeper is, and the credentials for it.
 *
 * @param connect {@code host:port[,host:port...][/path]}; the path holds everything of this cluster, and is created if
 *     missing
 * @param sessionTimeout time without contact after which ZooKeeper takes the process for dead
 * @param user whose password it is, ZooKeeper's scheme {@code digest}
 * @param password if set, only this user may access what processes write; empty: everyone may
 */
public record ZooKeeperConfig(String connect, Duration sessionTimeout, String user, String password) {
    public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(10);
    public static final String DEFAULT_USER = "chameleon";

    public ZooKeeperConfig {
        Require.that(
                connect.matches("[^/\\s]+((/[^/\\s]+)*|/)"),
                "zookeeper.connect",
                connect,
                "host:port[,host:port...][/path]");
        Require.that(
                sessionTimeout.toMillis() >= 1_000 && sessionTimeout.toMinutes() < 10,
                "zookeeper.session-timeout",
                sessionTimeout,
                "1 s to below 10 min");
        Require.that(user.matches("[^:\\s]+"), "zookeeper.user", user, "a name without a colon");
    }

    /** Without a password. */
    public static ZooKeeperConfig of(String connect) {
        return new ZooKeeperConfig(connect, DEFAULT_SESSION_TIMEOUT, DEFAULT_USER, "");
    }

    public ZooKeeperConfig withPassword(String newPassword) {
        return new ZooKeeperConfig(connect, sessionTimeout, user, newPassword);
    }

    /** {@code host:port[,host:port...]} */
    String hosts() {
        return connect.replaceFirst("/.*", "");
    }

    /** The path that everything is below; empty if it is ZooKeeper's root. */
    String root() {
        String path = connect.substring(hosts().length());
        return path.equals("/") ? "" : path;
    }

    boolean isAuthenticated() {
        return !password.isEmpty();
    }

    /** Without the password: this goes into logs. */
    @Override
    public String toString() {
        return "ZooKeeperConfig[" + (isAuthenticated() ? user + "@" : "") + connect + ", session of "
                + Durations.text(sessionTimeout) + "]";
    }
}
