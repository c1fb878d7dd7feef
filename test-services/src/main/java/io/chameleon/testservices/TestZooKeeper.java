package io.chameleon.testservices;

import org.apache.curator.test.TestingServer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A real single ZooKeeper. A test that stops and restarts it takes Curator's {@code TestingServer}, which keeps its
 * port.
 */
public final class TestZooKeeper implements AutoCloseable {
    private static final String IMAGE = "zookeeper:3.9";
    private static final int PORT = 2181;
    /** Any port that is free. */
    private static final int FREE = -1;

    private final String address;
    private final AutoCloseable service;

    private TestZooKeeper(String address, AutoCloseable service) {
        this.address = address;
        this.service = service;
    }

    public static TestZooKeeper start() {
        return Kind.OF_JVM.start("ZooKeeper", TestZooKeeper::container, TestZooKeeper::embedded);
    }

    @SuppressWarnings("resource") // closed by close(), or with the JVM
    private static TestZooKeeper container() {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(IMAGE)).withExposedPorts(PORT);
        container.start();
        return new TestZooKeeper(container.getHost() + ":" + container.getMappedPort(PORT), container);
    }

    private static TestZooKeeper embedded() {
        try {
            TestingServer server =
                    new TestingServer(FREE, ServiceDirectory.make("zookeeper").toFile());
            return new TestZooKeeper(server.getConnectString(), server);
        } catch (Exception e) {
            throw new IllegalStateException("embedded ZooKeeper does not start", e);
        }
    }

    /** {@code host:port} */
    public String connectString() {
        return address;
    }

    @Override
    public void close() throws Exception {
        service.close();
    }
}
