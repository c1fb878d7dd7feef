package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.node.embedded.EmbeddedDatabase;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.node.role.FlashRole;
import io.chameleon.node.role.MetadataRole;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.Parts;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Device;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three machines of three drives each, one process a machine: nine flash servers behind three ports. */
class DrivesOfOneMachineTest {
    private static final Duration REQUEST = Duration.ofMinutes(2);
    private static final int MACHINES = 3;
    private static final int DRIVES = 3;
    private static final int[] SIZES = {1, 4_096, 70_000, 1_200_000, 9_000_000};

    @TempDir
    Path directory;

    private final Parts parts = new Parts();
    private final TransportConfig transport = TransportConfig.defaults();
    private final NettyRpcClient network = parts.opened(new NettyRpcClient(transport));
    private final Random random = new Random(20);
    private final Map<String, byte[]> written = new HashMap<>();
    private final List<FlashRole> machines = new ArrayList<>();

    @AfterEach
    void close() {
        machines.forEach(FlashRole::close);
        parts.close();
    }

    @Test
    void lossOfAMachine_orOfADrive_takesNoObject() throws Exception {
        ZooKeeperConfig zookeeper = ZooKeeperConfig.of(
                parts.opened(EmbeddedZooKeeper.start(Files.createDirectory(directory.resolve("zookeeper")), 0))
                        .connectString());
        EmbeddedDatabase database =
                parts.opened(EmbeddedDatabase.start(FreshDatabase.in(directory.resolve("postgres")), 0));
        MetadataConfig config = MetadataConfig.defaults(
                        DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres"))
                .withHost("127.0.0.1");
        MetadataRole metadata = parts.opened(new MetadataRole(config, 0, transport, zookeeper, InstantSource.system()));
        for (int machine = 0; machine < MACHINES; machine++) {
            for (int drive = 0; drive < DRIVES; drive++) {
                Path unused = Files.createDirectories(drive(machine, drive));
            }
            machines.add(start(machine, zookeeper));
        }
        Endpoint endpoint = new Endpoint("127.0.0.1", metadata.port());
        awaitUp(endpoint, MACHINES * DRIVES);
        try (ChameleonClient client = client(endpoint)) {
            write(client, "before");
            assertAllThere(client);

            machines.remove(0).close();
            assertAllThere(client);

            Path pulledOut = Files.move(drive(0, 1), directory.resolve("pulled-out"));
            assertThat(pulledOut).exists();
            machines.add(start(0, zookeeper));
            awaitUp(endpoint, MACHINES * DRIVES - 1);
            assertAllThere(client);
            write(client, "after");
            assertAllThere(client);
        }
        try (ChameleonClient client = client(endpoint)) {
            assertAllThere(client);
        }
    }

    private Path drive(int machine, int drive) {
        return directory.resolve("machine-" + machine).resolve("drive-" + drive);
    }

    private FlashRole start(int machine, ZooKeeperConfig zookeeper) {
        List<Device> devices = IntStream.range(0, DRIVES)
                .mapToObj(drive -> new Device(
                        new ServerId("flash-" + machine + "-" + drive),
                        drive(machine, drive).resolve("flash.img")))
                .toList();
        Device first = devices.get(0);
        ServerConfig config = ServerConfig.local(first.server(), Medium.IMAGE, first.image(), 64 << 20)
                .withDevices(devices);
        return new FlashRole(config, transport, zookeeper);
    }

    private void awaitUp(Endpoint metadata, int servers) {
        MetadataClient client = new MetadataClient(network, List.of(metadata));
        await().atMost(REQUEST)
                .until(() -> client.clusterView(REQUEST).join().servers().stream()
                                .filter(ServerInfo::isWritable)
                                .count()
                        == servers);
    }

    private ChameleonClient client(Endpoint metadata) {
        return ChameleonClient.builder()
                .metadata(metadata.toString())
                .network(network)
                .timeouts(new Timeouts(REQUEST, REQUEST))
                .build();
    }

    private void write(ChameleonClient client, String prefix) {
        for (RedundancyPolicy policy : RedundancyPolicy.values()) {
            for (int size : SIZES) {
                byte[] content = new byte[size];
                random.nextBytes(content);
                String key = prefix + "-" + policy + "-" + size;
                client.put("photos", key, content, PutOptions.DEFAULT.policy(policy));
                written.put(key, content);
            }
        }
    }

    private void assertAllThere(ChameleonClient client) {
        written.forEach(
                (key, content) -> assertThat(client.get("photos", key)).as(key).isEqualTo(content));
    }
}
