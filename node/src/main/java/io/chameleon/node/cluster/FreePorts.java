package io.chameleon.node.cluster;

import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Finds a port that somebody else has before anything starts, since only here is it known which option chooses others.
 */
final class FreePorts {
    private static final String BASE = "--port-base";

    private FreePorts() {}

    /** @throws IllegalStateException in one line if the cluster could not listen on one of its ports */
    static void require(DevClusterConfig config) {
        Ports ports = config.ports();
        String host = config.hosts().bind();
        require(host, ports.metadata(), BASE);
        require(host, ports.metadataAdmin(), BASE);
        require(host, ports.balancer(), BASE);
        require(host, ports.balancerAdmin(), BASE);
        require("127.0.0.1", ports.zookeeper(), BASE);
        require("127.0.0.1", ports.postgres(), BASE);
        for (int server = 0; server < config.servers(); server++) {
            require(host, ports.server(server), BASE);
            require(host, ports.serverAdmin(server), BASE);
        }
        if (config.s3().enabled()) {
            require(host, config.s3().port(), "--s3-port");
        }
    }

    private static void require(String host, int port, String option) {
        if (port == 0) {
            return;
        }
        try {
            new ServerSocket(port, 1, InetAddress.getByName(host)).close();
        } catch (BindException e) {
            String reason = String.valueOf(e.getMessage());
            throw new IllegalStateException(
                    "cannot listen on " + Endpoint.text(host, port) + ": " + reason + "; choose another with "
                            + (reason.contains("in use") ? option : "--bind-host"),
                    e);
        } catch (IOException e) {
            throw new IllegalStateException("cannot listen on " + Endpoint.text(host, port) + ": " + e.getMessage(), e);
        }
    }
}
