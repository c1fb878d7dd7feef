package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.ServerInfo.Status;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.SharedDatabase;
import io.chameleon.testservices.TestZooKeeper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.x.discovery.ServiceDiscovery;
import org.apache.curator.x.discovery.ServiceDiscoveryBuilder;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.JsonInstanceSerializer;
import org.junit.jupiter.api.Test;

@SharedDatabase
class ServerDirectoryTest {
    private static final ServerInfo ONE = server("flash-1", 7001, Status.UP);
    private static final ServerInfo TWO = server("flash-2", 7002, Status.DRAINING);

    private final Database database = PostgresForTests.emptied();
    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final KnownServers known = known();

    private KnownServers known() {
        return new KnownServers(database, () -> Instant.ofEpochMilli(millis.get()));
    }

    private static ServerInfo server(String id, int port, Status status) {
        return new ServerInfo(new ServerId(id), "10.0.0.1", port, "zone-a", 1L << 40, status);
    }

    @Test
    void serverThatIsAway_keepsItsPlaceAsDown_forEveryProcess() {
        assertThat(new ServerDirectory(() -> List.of(TWO, ONE), known).known().servers())
                .containsExactly(ONE, TWO);
        assertThat(new ServerDirectory(() -> List.of(TWO), known).known().servers())
                .containsExactly(ONE.with(Status.DOWN), TWO);
    }

    @Test
    void timeAway_isCountedFromWhenAnyProcessSawItFirst_untilTheServerIsBack() {
        assertThat(new ServerDirectory(() -> List.of(ONE, TWO), known).known().awayMillis())
                .isEmpty();
        assertThat(new ServerDirectory(() -> List.of(TWO), known).known().awayMillis())
                .isEqualTo(Map.of(ONE.id(), 0L));
        millis.addAndGet(90_000);
        assertThat(new ServerDirectory(() -> List.of(TWO), known()).known().awayMillis())
                .as("by a process that was started since")
                .isEqualTo(Map.of(ONE.id(), 90_000L));

        assertThat(new ServerDirectory(() -> List.of(ONE, TWO), known).known().awayMillis())
                .isEmpty();
        millis.addAndGet(90_000);
        assertThat(new ServerDirectory(() -> List.of(TWO), known).known().awayMillis())
                .isEqualTo(Map.of(ONE.id(), 0L));
    }

    /** Two processes: one sees who is registered, the other has an outdated list. */
    @Test
    void processCutOffFromZooKeeper_doesNotBringBackWhoIsAway_norTakeAwayWhoIsThere() {
        RegisteredServers frozen = new RegisteredServers() {
            @Override
            public List<ServerInfo> registered() {
                return List.of(ONE);
            }

            @Override
            public boolean isCurrent() {
                return false;
            }
        };
        ServerDirectory cutOff = new ServerDirectory(frozen, known());
        ServerDirectory connected = new ServerDirectory(() -> List.of(TWO), known);
        assertThat(new ServerDirectory(() -> List.of(ONE, TWO), known).known().awayMillis())
                .isEmpty();
        assertThat(cutOff.known().servers()).contains(ONE);
        assertThat(connected.known().awayMillis()).containsOnlyKeys(ONE.id());

        millis.addAndGet(90_000);
        assertThat(cutOff.known().servers()).contains(ONE.with(Status.DOWN));
        assertThat(cutOff.known().awayMillis()).isEqualTo(Map.of(ONE.id(), 90_000L));
        assertThat(connected.known().awayMillis()).isEqualTo(Map.of(ONE.id(), 90_000L));
    }

    @Test
    void serverThatComesBackElsewhere_isKnownThere() {
        new ServerDirectory(() -> List.of(ONE), known).known().servers();
        ServerInfo moved = server("flash-1", 7009, Status.UP);
        assertThat(new ServerDirectory(() -> List.of(moved), known).known().servers())
                .containsExactly(moved);
        assertThat(new ServerDirectory(List::of, known).known().servers()).containsExactly(moved.with(Status.DOWN));
    }

    @Test
    @SuppressWarnings("rawtypes")
    void registrationsInZooKeeper_areFollowed_andWhatIsNoServerIsPassedOver() throws Exception {
        try (TestZooKeeper zooKeeper = TestZooKeeper.start();
                CuratorFramework curator =
                        CuratorFrameworkFactory.newClient(zooKeeper.connectString(), new RetryOneTime(100))) {
            curator.start();
            try (ServiceDiscovery<Map> discovery = ServiceDiscoveryBuilder.builder(Map.class)
                    .client(curator)
                    .basePath(ServerInfo.DISCOVERY_PATH)
                    .serializer(new JsonInstanceSerializer<>(Map.class))
                    .build()) {
                discovery.start();
                discovery.registerService(instance("flash-1", 7001, ONE.attributes()));
                try (CuratorServers servers = new CuratorServers(curator)) {
                    assertThat(servers.registered()).containsExactly(ONE);

                    discovery.registerService(instance("flash-3", 7003, Map.of("capacityBytes", "much")));
                    discovery.registerService(instance("flash-2", 7002, TWO.attributes()));
                    await().untilAsserted(() -> assertThat(servers.registered()).containsExactlyInAnyOrder(ONE, TWO));

                    discovery.unregisterService(instance("flash-1", 7001, ONE.attributes()));
                    await().untilAsserted(() -> assertThat(servers.registered()).containsExactly(TWO));
                }
            }
        }
    }

    /** As in a process that is closing. */
    @Test
    void exceptionWithoutAMessage_isNamedAsTheReason() {
        assertThat(CuratorServers.unknown(new InterruptedException()))
                .hasMessage("ZooKeeper cannot be asked: java.lang.InterruptedException");
        assertThat(CuratorServers.unknown(new IOException("no session")))
                .hasMessage("ZooKeeper cannot be asked: no session");
    }

    @SuppressWarnings("rawtypes")
    private static ServiceInstance<Map> instance(String id, int port, Map<String, String> attributes) throws Exception {
        return ServiceInstance.<Map>builder()
                .id(id)
                .name(ServerInfo.DISCOVERY_NAME)
                .address("10.0.0.1")
                .port(port)
                .payload(attributes)
                .build();
    }
}
