package io.chameleon.testing;

import io.chameleon.client.ClientBuilder;
import io.chameleon.node.cluster.DevCluster;
import java.net.URI;

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

    /** A builder of clients that know the cluster; the caller closes the clients. */
    public ClientBuilder clientBuilder() {
        return cluster.clientBuilder();
    }

    /**
     * Where S3 clients connect, by path: {@code http://127.0.0.1:PORT}. Any region will do.
     *
     * @throws IllegalStateException if the annotation does not say {@code s3 = true}
     */
    public URI s3Endpoint() {
        return URI.create("http://"
                + cluster.s3()
                        .orElseThrow(() -> new IllegalStateException(
                                "no S3 in this cluster: @ChameleonCluster(s3 = true) runs it")));
    }

    /** Access key of the S3 user, who owns the annotation's buckets and may make more. */
    public String s3AccessKey() {
        return cluster.config().s3().owner().accessKey();
    }

    /** Secret key of the S3 user. */
    public String s3SecretKey() {
        return cluster.config().s3().owner().secret();
    }

    public int servers() {
        return cluster.config().servers();
    }

    /**
     * Stops a server like SIGTERM. What it holds would come back with {@link #startServer} only if its medium kept it,
     * and this one is memory. So a stopped server is a lost one, until repair has remade its fragments.
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
