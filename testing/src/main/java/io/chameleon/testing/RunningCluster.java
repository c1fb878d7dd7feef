package io.chameleon.testing;

import io.chameleon.client.ClientBuilder;
import io.chameleon.node.cluster.DevCluster;

/** The cluster of a test class annotated with {@link ChameleonCluster}. Safe from any thread. */
public final class RunningCluster {
    private final DevCluster cluster;

    RunningCluster(DevCluster cluster) {
        this.cluster = cluster;
    }

    /** Address of its metadata service, {@code host:port}. */
    public String metadataAddress() {
        return cluster.metadataEndpoint().toString();
    }

    /** A builder of clients that know the cluster; whoever builds one closes it. */
    public ClientBuilder clientBuilder() {
        return cluster.clientBuilder();
    }

    public int servers() {
        return cluster.config().servers();
    }

    /**
     * Stops a server as SIGTERM would; what it holds comes back with {@link #startServer} only if its medium does, and this one is memory.
     * So a stopped server is a lost one, until repair has made its fragments anew.
     *
     * @throws IllegalArgumentException if there is no such server, or it is not running
     */
    public void stopServer(int number) {
        cluster.servers().stop(number);
    }

    /**
     * Starts a server that was stopped, with an empty device.
     *
     * @throws IllegalArgumentException if there is no such server, or it is running
     */
    public void startServer(int number) {
        cluster.servers().start(number);
    }
}
