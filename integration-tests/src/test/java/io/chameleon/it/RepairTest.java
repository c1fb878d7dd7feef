package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.cli.verify.Verifier;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole cluster, its balancer by itself, and what operators do to servers. */
class RepairTest {
    private static final String BUCKET = "photos";
    private static final int OBJECTS = 40;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration REQUEST = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @Test
    void serverThatIsLost_returns_isDrained_andForgotten_leavesEveryObjectWhole() {
        BalancerConfig balancer = BalancerConfig.defaults()
                .with()
                .reapInterval(Duration.ofMillis(100))
                .reapDelay(Duration.ZERO)
                .repair(new RepairConfig(1L << 30, Duration.ofSeconds(1), 0.05))
                .build();
        try (DevCluster cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                        .servers(8)
                        .serverBytes(64 << 20)
                        .balancer(balancer)
                        .build());
                ChameleonClient client = cluster.clientBuilder()
                        .timeouts(new Timeouts(REQUEST, REQUEST))
                        .build();
                NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults())) {
            RemoteRepairTable repairs = new RemoteRepairTable(network, List.of(cluster.metadataEndpoint()), REQUEST);
            List<byte[]> objects = store(client, OBJECTS);

            cluster.servers().stop(1);
            awaitNothingLiveOn(client, "flash-1");
            Awaitility.await().atMost(LIMIT).until(() -> repairs.repairStatus().objects() == 0);
            assertThat(repairs.repairStatus().evacuations())
                    .extracting(Evacuation::kind)
                    .containsExactly(Evacuation.Kind.LOST);
            assertReadable(client, objects);

            cluster.servers().start(1);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> repairs.repairStatus().evacuations().isEmpty());
            repairs.drain(new ServerId("flash-2"));
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> repairs.repairStatus().evacuations().stream().anyMatch(Evacuation::isFinished));
            awaitNothingLiveOn(client, "flash-2");
            client.put(BUCKET, "later", new byte[100_000]);
            assertThat(client.head(BUCKET, "later").live().servers()).doesNotContain(new ServerId("flash-2"));
            FlashClient flash = new FlashClient(network);
            // Reaped after they were moved, and made anew.
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> fragments(flash, cluster.servers().endpoints().get(2)) == 0);
            Awaitility.await("what was made anew elsewhere is gone, and what moved here from flash-2 is not")
                    .atMost(LIMIT)
                    .until(() -> fragments(flash, cluster.servers().endpoints().get(1)) < OBJECTS);

            Verifier verifier = new Verifier(client, flash, REQUEST, true);
            verifier.verify(BUCKET, bytes -> {});
            assertThat(verifier.report().objects()).isEqualTo(OBJECTS + 1);
            assertThat(verifier.report().findings()).isEmpty();
            assertReadable(client, objects);

            ServerId gone = new ServerId("flash-2");
            assertThatThrownBy(() -> repairs.forget(gone)).hasMessageContaining("it is registered; stop it first");
            cluster.servers().stop(2);
            MetadataClient metadata = new MetadataClient(network, List.of(cluster.metadataEndpoint()));
            Awaitility.await()
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(ChameleonError.class)
                    .untilAsserted(() -> repairs.forget(gone));
            assertThat(metadata.clusterView(REQUEST).join().server(gone)).isEmpty();
            assertThat(repairs.repairStatus().evacuations()).isEmpty();
            assertReadable(client, objects);

            cluster.servers().start(2);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> metadata.clusterView(REQUEST).join().server(gone).stream()
                            .anyMatch(ServerInfo::isWritable));
        }
    }

    @Test
    void fullCluster_failsWritesClearly_andServesReadsAndDeletes() {
        BalancerConfig balancer = BalancerConfig.defaults()
                .withReapInterval(Duration.ofMillis(100))
                .withReapDelay(Duration.ZERO);
        try (DevCluster cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                        .servers(6)
                        .serverBytes(16 << 20)
                        .balancer(balancer)
                        .build());
                ChameleonClient client = cluster.clientBuilder()
                        .timeouts(new Timeouts(Duration.ofSeconds(20), Duration.ofSeconds(20)))
                        .build()) {
            client.setBucketPolicy(BUCKET, RedundancyPolicy.EC);
            byte[] megabyte = new byte[1 << 20];
            new Random(3).nextBytes(megabyte);
            List<String> stored = new ArrayList<>();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 128; i++) {
                            client.put(BUCKET, "key-" + i, megabyte);
                            stored.add("key-" + i);
                        }
                    })
                    .isInstanceOfSatisfying(
                            ChameleonException.class,
                            e -> assertThat(e.code()).isIn(ErrorCode.NOT_ENOUGH_SERVERS, ErrorCode.DEVICE_FULL))
                    .hasMessageContaining("DEVICE_FULL");
            Awaitility.await("the reaper makes no room")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThatThrownBy(() -> client.put(BUCKET, "one too many", megabyte))
                            .isInstanceOfSatisfying(
                                    ChameleonException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.DEVICE_FULL)));
            assertThat(stored).hasSizeGreaterThan(40);
            for (String key : stored) {
                assertThat(client.get(BUCKET, key)).isEqualTo(megabyte);
            }
            assertThatThrownBy(() -> client.get(BUCKET, "key-" + stored.size()))
                    .isInstanceOf(ObjectNotFoundException.class);

            for (String key : stored.subList(0, 10)) {
                client.delete(BUCKET, key);
            }
            Awaitility.await()
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(ChameleonException.class)
                    .until(() -> {
                        client.put(BUCKET, "again", megabyte);
                        return true;
                    });
            assertThat(client.get(BUCKET, "again")).isEqualTo(megabyte);
        }
    }

    private static int fragments(FlashClient flash, Endpoint server) {
        return flash.list(server, 0, null, 1_000, REQUEST).join().fragments().size();
    }

    private static void awaitNothingLiveOn(ChameleonClient client, String server) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> client.listAll(BUCKET, "")
                        .noneMatch(object -> object.live().servers().contains(new ServerId(server))));
    }

    private static void assertReadable(ChameleonClient client, List<byte[]> objects) {
        for (int i = 0; i < objects.size(); i++) {
            assertThat(client.get(BUCKET, "key-" + i)).as("key-" + i).isEqualTo(objects.get(i));
        }
    }

    private static List<byte[]> store(ChameleonClient client, int count) {
        Random random = new Random(7);
        List<byte[]> objects = new ArrayList<>();
        client.setBucketPolicy(BUCKET, RedundancyPolicy.EC);
        for (int i = 0; i < count; i++) {
            if (i == count / 2) {
                client.setBucketPolicy(BUCKET, RedundancyPolicy.REP);
            }
            byte[] bytes = new byte[1 + random.nextInt(200_000)];
            random.nextBytes(bytes);
            client.put(BUCKET, "key-" + i, bytes);
            objects.add(bytes);
        }
        return objects;
    }
}
