package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.CommitResult.Status;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.Samples;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteGarbageTable;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whole processes on one PostgreSQL, over sockets. */
class MetadataServiceTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final ServerInfo FLASH =
            new ServerInfo(new ServerId("flash-1"), "10.0.0.1", 7001, "zone-a", 1L << 40, ServerInfo.Status.UP);

    private static final String OTHER = "0123abcd-0000-4000-8000-000000000002";

    private final DatabaseConfig database = PostgresForTests.migratedDatabase().withPoolSize(8);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private MetadataService start(RegisteredServers registered) {
        return start(registered, MetadataConfig.defaults(database));
    }

    private MetadataService start(RegisteredServers registered, MetadataConfig config) {
        return new MetadataService(
                config.withHost("127.0.0.1").withPort(0),
                registered,
                InstantSource.system(),
                registry,
                TransportConfig.defaults());
    }

    private static Endpoint endpoint(MetadataService service) {
        return new Endpoint("127.0.0.1", service.port());
    }

    @Test
    void twoServicesOnOneDatabase_serveTheSameTable_andOneMayGo() throws Exception {
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService one = start(() -> List.of(FLASH))) {
            MetadataService two = start(List::of);
            Commit commit = Samples.write(Samples.object("cat"));
            MetadataClient toTwo = new MetadataClient(network, List.of(endpoint(two)));
            CommitResult committed = toTwo.commit(commit, TIMEOUT).get();
            assertThat(committed.status()).isEqualTo(Status.COMMITTED);

            MetadataClient toBoth = new MetadataClient(network, List.of(endpoint(two), endpoint(one)));
            two.close();
            assertThat(toBoth.lookup(commit.id(), TIMEOUT).get())
                    .isEqualTo(new Lookup(committed.current(), RedundancyPolicy.EC));
            assertThat(toBoth.commit(commit, TIMEOUT).get()).isEqualTo(committed);
            ClusterView view = toBoth.clusterView(TIMEOUT).get();
            assertThat(view.servers()).containsExactly(FLASH);
            assertThat(view.epoch()).isEqualTo(1);
        }
    }

    @Test
    void everyCall_worksOverSockets() throws Exception {
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService service = start(() -> List.of(FLASH))) {
            List<Endpoint> endpoints = List.of(endpoint(service));
            MetadataClient client = new MetadataClient(network, endpoints);
            RemoteRemapTable remaps = new RemoteRemapTable(network, endpoints, TIMEOUT);
            RemoteGarbageTable garbage = new RemoteGarbageTable(network, endpoints, TIMEOUT);

            List<CompletableFuture<CommitResult>> commits = IntStream.range(0, 200)
                    .mapToObj(i -> client.commit(Samples.write(Samples.object("k" + i % 100)), TIMEOUT))
                    .toList();
            for (CompletableFuture<CommitResult> commit : commits) {
                assertThat(commit.get().status()).isEqualTo(Status.COMMITTED);
            }
            assertThat(remaps.hottest(1000)).hasSize(100);
            assertThat(remaps.claim("balancer-0").fence()).isEqualTo(1);
            assertThat(garbage.garbage(0, 1000)).hasSize(600);
            client.delete(Samples.object("k0"), Condition.NONE, TIMEOUT).get();
            assertThat(garbage.garbage(0, 1000)).hasSize(606);
            // A row for each superseded write. Counted in the background, after the first scrape.
            await().untilAsserted(
                            () -> assertThat(Objects.requireNonNull(registry.find("chameleon.metadata.outbox.rows")
                                                    .gauge())
                                            .value())
                                    .isEqualTo(101));
            assertThat(Objects.requireNonNull(registry.find("chameleon.metadata.objects")
                                    .tag("state", "EC")
                                    .gauge())
                            .value())
                    .isEqualTo(99);
        }
    }

    @Test
    void close_answersTheCommitsItHas() throws Exception {
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults())) {
            MetadataService service = start(List::of);
            MetadataClient client = new MetadataClient(network, List.of(endpoint(service)));
            client.lookup(Samples.object("cat"), TIMEOUT).get();
            List<Commit> writes = IntStream.range(0, 50)
                    .mapToObj(i -> Samples.write(Samples.object("k" + i)))
                    .toList();
            List<CompletableFuture<CommitResult>> answers =
                    writes.stream().map(write -> client.commit(write, TIMEOUT)).toList();
            service.close();

            try (MetadataService next = start(List::of)) {
                MetadataClient toNext = new MetadataClient(network, List.of(endpoint(next)));
                for (int i = 0; i < 50; i++) {
                    boolean acknowledged = answers.get(i)
                            .handle((result, failure) -> failure == null)
                            .get();
                    boolean stored =
                            toNext.lookup(writes.get(i).id(), TIMEOUT).get().mapping() != null;
                    assertThat(!acknowledged || stored).as("commit %d", i).isTrue();
                }
            }
        }
    }

    @Test
    void databaseMadeAnew_besideServersOfItsPredecessor_isNotServed_untilTheOldOneIsBack() throws Exception {
        ClusterCheckTest.Registry zookeeper = new ClusterCheckTest.Registry();
        String cluster;
        Commit commit = Samples.write(Samples.object("cat"));
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService first = start(zookeeper)) {
            MetadataClient client = new MetadataClient(network, List.of(endpoint(first)));
            cluster = client.clusterView(TIMEOUT).get().cluster();
            zookeeper.servers = List.of(FLASH.with(new ServerIdentity(cluster, "")));
            client.commit(commit, TIMEOUT).get();
        }
        assertThat(zookeeper.cluster()).isEqualTo(cluster);
        registry.clear();

        DatabaseConfig empty = PostgresForTests.migratedDatabase().withPoolSize(8);
        for (boolean forgotten : new boolean[] {false, true}) {
            zookeeper.named = forgotten ? "" : cluster;
            try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                    MetadataService wrong = start(zookeeper, MetadataConfig.defaults(empty))) {
                MetadataClient client = new MetadataClient(network, List.of(endpoint(wrong)));
                assertThat(wrong.isServing()).isFalse();
                for (CompletableFuture<?> call : List.of(
                        client.clusterView(TIMEOUT),
                        client.lookup(commit.id(), TIMEOUT),
                        client.commit(commit, TIMEOUT))) {
                    assertThat(call)
                            .failsWithin(TIMEOUT)
                            .withThrowableOfType(ExecutionException.class)
                            .withCauseInstanceOf(ChameleonError.class)
                            .withMessageContaining("the flash servers are of cluster " + cluster);
                }
                assertThat(registry.get("chameleon.metadata.wrong.cluster")
                                .gauge()
                                .value())
                        .isEqualTo(1);
                assertThat(zookeeper.cluster()).as("not named anew").isEqualTo(forgotten ? "" : cluster);
            }
            registry.clear();
        }
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService right = start(zookeeper)) {
            MetadataClient client = new MetadataClient(network, List.of(endpoint(right)));
            assertThat(client.lookup(commit.id(), TIMEOUT).get().mapping()).isNotNull();
            assertThat(zookeeper.cluster()).as("named again").isEqualTo(cluster);
        }
    }

    @Test
    void serversOfOtherClusters_enterNoView_andAreCounted() throws Exception {
        ClusterCheckTest.Registry zookeeper = new ClusterCheckTest.Registry();
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService service = start(zookeeper)) {
            MetadataClient client = new MetadataClient(network, List.of(endpoint(service)));
            String cluster = client.clusterView(TIMEOUT).get().cluster();
            ServerInfo own = FLASH.with(new ServerIdentity(cluster, ""));
            ServerInfo foreign = new ServerInfo(new ServerId("flash-9"), "h", 1, "", 1, ServerInfo.Status.UP)
                    .with(new ServerIdentity(OTHER, ""));
            zookeeper.servers = List.of(own, foreign);

            assertThat(client.clusterView(TIMEOUT).get().servers()).containsExactly(own);
            assertThat(registry.get("chameleon.metadata.foreign.servers")
                            .gauge()
                            .value())
                    .isEqualTo(1);
        }
    }

    @Test
    void connection_ofAnotherCluster_isRefused_andServesItsOwn() throws Exception {
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService service = start(List::of)) {
            String cluster = new MetadataClient(network, List.of(endpoint(service)))
                    .clusterView(TIMEOUT)
                    .get()
                    .cluster();
            assertThat(new MetadataClient(network, List.of(endpoint(service).in(OTHER))).clusterView(TIMEOUT))
                    .failsWithin(TIMEOUT)
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining(cluster);
            assertThat(new MetadataClient(network, List.of(endpoint(service).in(cluster)))
                            .clusterView(TIMEOUT)
                            .get()
                            .cluster())
                    .isEqualTo(cluster);
        }
    }

    @Test
    void client_thatHasSeenItsCluster_takesNoAnswerOfAnother() throws Exception {
        DatabaseConfig another = PostgresForTests.migratedDatabase().withPoolSize(8);
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService other = start(List::of, MetadataConfig.defaults(another))) {
            registry.clear();
            MetadataService own = start(List::of);
            MetadataClient client = new MetadataClient(network, List.of(endpoint(own), endpoint(other)));
            String cluster = client.clusterView(TIMEOUT).get().cluster();
            own.close();
            assertThat(client.clusterView(TIMEOUT))
                    .failsWithin(TIMEOUT)
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining(cluster);
        }
    }

    @Test
    void databaseWithoutObjects_adoptsTheClusterItIsTold_andOneWithObjectsDoesNot() throws Exception {
        MetadataConfig adopting = MetadataConfig.defaults(database).withClusterId(OTHER);
        start(List::of).close();
        registry.clear();
        try (NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                MetadataService service = start(List::of, adopting)) {
            MetadataClient client = new MetadataClient(network, List.of(endpoint(service)));
            assertThat(client.clusterView(TIMEOUT).get().cluster()).isEqualTo(OTHER);
            client.commit(Samples.write(Samples.object("cat")), TIMEOUT).get();
        }
        registry.clear();
        String third = "0123abcd-0000-4000-8000-000000000003";
        assertThatThrownBy(() -> start(List::of, adopting.withClusterId(third)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("metadata.cluster-id: '" + third + "' given, expected " + OTHER);
    }

    @Test
    void portThatIsTaken_stopsTheStart_andLeavesNothingOpen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            MetadataConfig config =
                    MetadataConfig.defaults(database).withHost("0.0.0.0").withPort(taken.getLocalPort());
            assertThatThrownBy(() -> new MetadataService(
                            config, List::of, InstantSource.system(), registry, TransportConfig.defaults()))
                    .isInstanceOf(RuntimeException.class);
        }
        // The server's side of a connection ends a moment after ours.
        await().untilAsserted(
                        () -> assertThat(PostgresForTests.connections(database)).isZero());
    }
}
