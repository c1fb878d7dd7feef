package io.chameleon.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port that refuses connections: it is held, so that no other process listens there meanwhile. */
public final class ClosedPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public ClosedPort() throws IOException {
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** {@code host:port}. */
    public String address() {
        return "127.0.0.1:" + bound.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
