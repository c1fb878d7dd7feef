package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.garbage.Reconciler;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.node.embedded.EmbeddedDatabase;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.node.role.Balancers;
import io.chameleon.node.role.FlashRole;
import io.chameleon.node.role.MetadataRole;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.Parts;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentPage;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL's files are lost and made anew, or metadata is pointed at another cluster's database, while the flash
 * servers run.
 */
class LostDatabaseTest {
    private static final Duration REQUEST = Duration.ofMinutes(2);
    private static final int OBJECTS = 8;
    private static final byte[] CONTENT = new byte[50_000];

    @TempDir
    Path directory;

    private final Parts parts = new Parts();
    private final TransportConfig transport = TransportConfig.defaults();
    private final NettyRpcClient network = parts.opened(new NettyRpcClient(transport));
    private final FlashClient flash = new FlashClient(network);
    private final HttpClient http = parts.opened(HttpClient.newHttpClient());

    @AfterEach
    void close() {
        parts.close();
    }

    @Test
    void databaseMadeAnew_underRunningServers_erasesNothing_andTheOldOneServesEverythingAgain() throws Exception {
        ZooKeeperConfig zookeeper = zookeeper("zookeeper");
        ClusterView view;
        try (EmbeddedDatabase database = database("postgres");
                MetadataRole metadata = metadata(database, zookeeper, InstantSource.system())) {
            startServers(zookeeper);
            view = awaitServers(metadata);
            write(metadata);
        }
        long fragments = fragments(view);
        assertThat(fragments).isPositive();
        Files.move(directory.resolve("postgres"), directory.resolve("safe"));

        // Long after the grace period, by the balancer's clock: metadata serves nothing if its own clock differs from
        // its database's.
        InstantSource later = InstantSource.offset(InstantSource.system(), Duration.ofHours(5));
        try (EmbeddedDatabase empty = database("postgres");
                MetadataRole metadata = metadata(empty, zookeeper, InstantSource.system())) {
            Throwable refused = catchThrowable(() -> reconciler(metadata, later).reconcile(1));
            assertThat(refused).isInstanceOf(ChameleonError.class).hasMessageContaining(view.cluster());
            assertThat(((ChameleonError) refused).code()).isEqualTo(ErrorCode.WRONG_CLUSTER);
        }
        assertThat(fragments(view)).isEqualTo(fragments);

        try (EmbeddedDatabase database = database("safe");
                MetadataRole metadata = metadata(database, zookeeper, InstantSource.system())) {
            awaitServers(metadata);
            try (ChameleonClient client = client(metadata)) {
                for (int i = 0; i < OBJECTS; i++) {
                    assertThat(client.get("photos", "key-" + i)).isEqualTo(CONTENT);
                }
            }
        }
    }

    @Test
    void metadataOfAnotherCluster_pointedAtOurServers_isRefusedByThem() throws Exception {
        ZooKeeperConfig ours = zookeeper("ours");
        try (EmbeddedDatabase database = database("our-postgres");
                MetadataRole metadata = metadata(database, ours, InstantSource.system());
                EmbeddedDatabase otherDatabase = database("other-postgres");
                MetadataRole other = metadata(otherDatabase, zookeeper("theirs"), InstantSource.system())) {
            startServers(ours);
            ClusterView view = awaitServers(metadata);
            write(metadata);
            long fragments = fragments(view);
            String others = view(other).cluster();
            assertThat(others).isNotEqualTo(view.cluster());

            for (var server : view.servers()) {
                Endpoint endpoint = Endpoint.of(server).in(others);
                assertThat(catchThrowable(
                                () -> flash.list(endpoint, 0, null, 10, REQUEST).join()))
                        .hasMessageContaining("cluster " + view.cluster());
            }
            try (MetadataRole mixed = metadata(otherDatabase, ours, InstantSource.system())) {
                assertThat(catchThrowable(() -> view(mixed)))
                        .hasMessageContaining(others)
                        .hasMessageContaining(view.cluster());
            }
            assertThat(fragments(view)).isEqualTo(fragments);
            assertThat(view(metadata).cluster()).isEqualTo(view.cluster());
        }
    }

    @Test
    void processThatStartsWhileAFurtherDatabaseIsDown_isReady_andSaysSo_untilItComes() throws Exception {
        ZooKeeperConfig zookeeper = zookeeper("zookeeper");
        try (EmbeddedDatabase database = database("postgres")) {
            execute(database, "create database further");
            MetadataConfig config = config(database)
                    .withFurther(List.of(DatabaseConfig.defaults(
                                    database.jdbcUrl().replace("/postgres?", "/further?"), "postgres", "postgres")
                            .withPoolSize(3)));
            new MetadataRole(config, 0, transport, zookeeper, InstantSource.system()).close();
            execute(database, "alter database further allow_connections false");
            try (MetadataRole metadata = new MetadataRole(config, 0, transport, zookeeper, InstantSource.system())) {
                await().until(() -> readiness(metadata).statusCode() == 200);
                assertThat(readiness(metadata).body())
                        .contains("\"databases_answer\":false")
                        .contains("\"databases_accepted\":true");
                execute(database, "alter database further allow_connections true");
                await().until(() -> readiness(metadata).body().contains("\"databases_answer\":true"));
            }
        }
    }

    private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    private HttpResponse<String> readiness(MetadataRole metadata) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + metadata.adminPort() + "/health/ready");
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private ZooKeeperConfig zookeeper(String name) throws IOException {
        EmbeddedZooKeeper started =
                parts.opened(EmbeddedZooKeeper.start(Files.createDirectory(directory.resolve(name)), 0));
        return ZooKeeperConfig.of(started.connectString());
    }

    private EmbeddedDatabase database(String name) {
        return EmbeddedDatabase.start(FreshDatabase.in(directory.resolve(name)), 0);
    }

    private MetadataRole metadata(EmbeddedDatabase database, ZooKeeperConfig zookeeper, InstantSource clock) {
        return new MetadataRole(config(database), 0, transport, zookeeper, clock);
    }

    private static MetadataConfig config(EmbeddedDatabase database) {
        return MetadataConfig.defaults(DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres"))
                .withHost("127.0.0.1");
    }

    private void startServers(ZooKeeperConfig zookeeper) {
        IntStream.range(0, 6).forEach(number -> {
            ServerConfig config = ServerConfig.local(
                    new ServerId("flash-" + number),
                    Medium.IMAGE,
                    directory.resolve("flash-" + number + ".img"),
                    16 << 20);
            parts.opened(new FlashRole(config, transport, zookeeper));
        });
    }

    private ClusterView awaitServers(MetadataRole metadata) {
        await().until(() -> view(metadata).servers().stream()
                        .filter(server -> server.isWritable()
                                && server.identity()
                                        .cluster()
                                        .equals(view(metadata).cluster()))
                        .count()
                == 6);
        return view(metadata);
    }

    private ClusterView view(MetadataRole metadata) {
        return new MetadataClient(network, List.of(endpoint(metadata)))
                .clusterView(REQUEST)
                .join();
    }

    private static Endpoint endpoint(MetadataRole metadata) {
        return new Endpoint("127.0.0.1", metadata.port());
    }

    private ChameleonClient client(MetadataRole metadata) {
        return ChameleonClient.builder()
                .metadata(endpoint(metadata).toString())
                .network(network)
                .timeouts(new Timeouts(REQUEST, REQUEST))
                .build();
    }

    private void write(MetadataRole metadata) {
        try (ChameleonClient client = client(metadata)) {
            for (int i = 0; i < OBJECTS; i++) {
                client.put("photos", "key-" + i, CONTENT);
            }
        }
    }

    private Reconciler reconciler(MetadataRole metadata, InstantSource clock) {
        return Balancers.over(network, List.of(endpoint(metadata)), BalancerConfig.defaults(), clock)
                .reconciler();
    }

    private long fragments(ClusterView view) {
        return view.servers().stream()
                .map(server ->
                        flash.list(Endpoint.of(server), 0, null, 1_000, REQUEST).join())
                .map(FragmentPage::fragments)
                .mapToLong(List::size)
                .sum();
    }
}
