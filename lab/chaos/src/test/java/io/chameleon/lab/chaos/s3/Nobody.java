package io.chameleon.lab.chaos.s3;

import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** A gateway that is down. Its port is taken, so that nobody else listens there meanwhile, and refuses connections. */
public final class Nobody implements AutoCloseable {
    private final Socket taken = new Socket();

    public Nobody() throws IOException {
        taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    int port() {
        return taken.getLocalPort();
    }

    /** A client of this gateway alone. */
    public S3Http client() {
        return GatewayInMemory.client(List.of(new Endpoint("127.0.0.1", port())));
    }

    @Override
    public void close() throws IOException {
        taken.close();
    }
}
