package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ListOptions;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.PutOptions;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.rebuild.RebuildOptions;
import io.chameleon.metadata.rebuild.RebuildProgress;
import io.chameleon.metadata.rebuild.RebuildReport;
import io.chameleon.metadata.table.DatabaseConfig;
import io.chameleon.node.embedded.EmbeddedDatabase;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.node.role.BalancerRole;
import io.chameleon.node.role.FlashRole;
import io.chameleon.node.role.MetadataRole;
import io.chameleon.node.role.Parts;
import io.chameleon.node.role.RebuildRun;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.NettyRpcClient;
import io.chameleon.transport.TransportConfig;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteRepairTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** The database is lost for good, without a backup, and made anew from what the flash servers hold. */
class RebuildTest {
    private static final Duration REQUEST = Duration.ofSeconds(20);
    private static final int SERVERS = 7;
    private static final int SEGMENT = 64 << 10;
    /** Of the bucket: a user's buckets are summed up where the user is known when an object is written. */
    private static final String STORED =
            "select kind, name, sum(bytes), sum(objects) from stored where kind = 1 group by 1, 2 order by 1, 2";

    private static final int CHUNK = 4 * SEGMENT;

    @TempDir
    Path directory;

    private final Parts parts = new Parts();
    private final TransportConfig transport = TransportConfig.defaults();
    private final NettyRpcClient network = parts.opened(new NettyRpcClient(transport));
    private final List<FlashRole> servers = new ArrayList<>();
    private final Map<String, byte[]> written = new HashMap<>();
    private final Random random = new Random(19);

    @AfterEach
    void close() {
        parts.close();
    }

    @Test
    void lostDatabase_isRebuilt_withEveryObject_andServesOn() throws Exception {
        ZooKeeperConfig zookeeper = zookeeper();
        List<ObjectInfo> before;
        String cluster;
        try (EmbeddedDatabase database = database("lost");
                MetadataRole metadata = metadata(database, zookeeper)) {
            startServers(zookeeper);
            cluster = awaitServers(metadata, SERVERS).cluster();
            try (ChameleonClient client = client(metadata)) {
                writeAll(client);
                before = infos(client);
            }
        }

        try (EmbeddedDatabase database = database("new")) {
            RebuildReport dry =
                    rebuild(database, zookeeper, new RebuildOptions(OptionalInt.of(0), Map.of(), false, true));
            RebuildReport report = rebuild(database, zookeeper, RebuildOptions.DEFAULT);
            assertThat(report.unplaced()).isEmpty();
            assertThat(report.nameless()).isEmpty();
            assertThat(report.degraded()).isZero();
            assertThat(report.objects()).isEqualTo(written.size()).isEqualTo(dry.objects());
            assertThat(report.chunks()).isEqualTo(dry.chunks()).isPositive();

            try (MetadataRole metadata = metadata(database, zookeeper)) {
                assertThat(awaitServers(metadata, SERVERS).cluster()).isEqualTo(cluster);
                try (ChameleonClient client = client(metadata)) {
                    assertAllThere(client);
                    // Places of padding are not kept: nothing is there.
                    assertThat(infos(client))
                            .usingRecursiveFieldByFieldElementComparatorIgnoringFields(
                                    "live", "destination", "created", "modified", "heatScore", "lastWriteEpoch")
                            .containsExactlyElementsOf(before);
                    writeAll(client);
                    assertAllThere(client);
                }
            }
            assertThatThrownBy(() -> rebuild(database, zookeeper, RebuildOptions.DEFAULT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("knows objects");
        }
    }

    @Test
    void databaseAndTwoServersLost_isRebuilt_andRepairRestoresTheRest() throws Exception {
        ZooKeeperConfig zookeeper = zookeeper();
        try (EmbeddedDatabase database = database("lost");
                MetadataRole metadata = metadata(database, zookeeper)) {
            startServers(zookeeper);
            awaitServers(metadata, SERVERS);
            try (ChameleonClient client = client(metadata)) {
                writeAll(client);
            }
        }
        servers.get(2).close();
        servers.get(5).close();
        start(zookeeper, SERVERS);

        try (EmbeddedDatabase database = database("new")) {
            RebuildReport report =
                    rebuild(database, zookeeper, new RebuildOptions(OptionalInt.of(2), Map.of(), false, false));
            assertThat(report.unplaced()).isEmpty();
            assertThat(report.objects()).isEqualTo(written.size());
            assertThat(report.degraded()).isPositive();

            try (MetadataRole metadata = metadata(database, zookeeper);
                    BalancerRole _ = balancer(metadata, zookeeper);
                    ChameleonClient client = client(metadata)) {
                awaitServers(metadata, SERVERS - 1);
                assertAllThere(client);
                RemoteRepairTable repairs = new RemoteRepairTable(network, List.of(endpoint(metadata)), REQUEST);
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> repairs.repairStatus().objects() == 0);
                assertAllThere(client);
                for (String key : written.keySet()) {
                    assertThat(client.verify("photos", key).isWhole()).as(key).isTrue();
                }
            }
        }
    }

    /** With the commands of docs/operate/operations.md, as they stand there. */
    @Test
    void runbook_bringsPoliciesAndGrantsBack_asWellAsObjects() throws Exception {
        ZooKeeperConfig zookeeper = zookeeper();
        String stored;
        try (EmbeddedDatabase database = database("lost");
                MetadataRole metadata = metadata(database, zookeeper)) {
            startServers(zookeeper);
            awaitServers(metadata, SERVERS);
            try (ChameleonClient client = client(metadata)) {
                client.setBucketPolicy("photos", RedundancyPolicy.REP);
                writeAll(client);
            }
            execute(database, "insert into bucket_grant values ('photos', 'alice', 2)");
            execute(database, "insert into bucket_claim values ('photos', 'alice', 0)");
            execute(database, "insert into quota values (2, 'alice', 1000000000, 17)");
            stored = copied(database, STORED);
            List<String> saved = copies("to");
            assertThat(tables(database))
                    .as("tables that flash servers know nothing of")
                    .isEqualTo(Set.copyOf(saved));
            for (String table : saved) {
                copy(database, table, "to");
            }
        }

        try (EmbeddedDatabase database = database("new")) {
            RebuildReport unused =
                    rebuild(database, zookeeper, new RebuildOptions(OptionalInt.of(0), Map.of(), false, true));
            for (String table : copies("from")) {
                copy(database, table, "from");
            }
            assertThat(rebuild(database, zookeeper, RebuildOptions.DEFAULT).unplaced())
                    .isEmpty();
            try (MetadataRole metadata = metadata(database, zookeeper);
                    ChameleonClient client = client(metadata)) {
                awaitServers(metadata, SERVERS);
                assertAllThere(client);
                assertThat(client.put("photos", "new", new byte[] {1}).state()).isEqualTo(RedundancyState.REP);
                assertThat(copied(database, STORED))
                        .as("what quotas are compared with")
                        .isNotEqualTo(stored);
                client.delete("photos", "new");
                assertThat(copied(database, STORED)).isEqualTo(stored);
                copy(database, "bucket_grant", "to");
                assertThat(directory.resolve("bucket_grant.csv")).hasContent("photos,alice,2");
            }
        }
    }

    /** The tables of the commands in the runbook. */
    private static List<String> copies(String way) throws IOException {
        String runbook = Files.readString(Path.of("../docs/operate/operations.md"));
        return Pattern.compile("-c \"\\\\copy (\\w+) " + way + " '\\1\\.csv' csv\"")
                .matcher(runbook)
                .results()
                .map(copy -> copy.group(1))
                .toList();
    }

    private void copy(EmbeddedDatabase database, String table, String way) throws SQLException, IOException {
        Path file = directory.resolve(table + ".csv");
        try (Connection connection = connect(database)) {
            CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
            if (way.equals("to")) {
                try (OutputStream out = Files.newOutputStream(file)) {
                    assertThat(copies.copyOut("copy " + table + " to stdout csv", out))
                            .isNotNegative();
                }
            } else {
                try (InputStream in = Files.newInputStream(file)) {
                    assertThat(copies.copyIn("copy " + table + " from stdin csv", in))
                            .isNotNegative();
                }
            }
        }
    }

    private static String copied(EmbeddedDatabase database, String query) throws SQLException, IOException {
        try (Connection connection = connect(database);
                StringWriter out = new StringWriter()) {
            assertThat(connection
                            .unwrap(PGConnection.class)
                            .getCopyAPI()
                            .copyOut("copy (" + query + ") to stdout csv", out))
                    .isPositive();
            return out.toString();
        }
    }

    private static Set<String> tables(EmbeddedDatabase database) throws SQLException {
        Set<String> tables = new HashSet<>();
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select tablename from pg_tables where tablename like 'bucket%' or tablename = 'quota'")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isPositive();
        }
    }

    private static Connection connect(EmbeddedDatabase database) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), "postgres", "postgres");
    }

    private BalancerRole balancer(MetadataRole metadata, ZooKeeperConfig zookeeper) {
        BalancerConfig config = BalancerConfig.defaults()
                .with()
                .repair(new RepairConfig(1L << 30, Duration.ofSeconds(1), 0.05))
                .build();
        return new BalancerRole(
                config,
                new BalancerRole.Listen("127.0.0.1", "127.0.0.1", 0, 0),
                List.of(endpoint(metadata)),
                transport,
                zookeeper,
                InstantSource.system());
    }

    private RebuildReport rebuild(EmbeddedDatabase database, ZooKeeperConfig zookeeper, RebuildOptions options) {
        DatabaseConfig config = DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres");
        try (RebuildRun run = new RebuildRun(config, transport, zookeeper, 1)) {
            return run.run(options, RebuildProgress.NONE);
        }
    }

    private ZooKeeperConfig zookeeper() throws IOException {
        EmbeddedZooKeeper started =
                parts.opened(EmbeddedZooKeeper.start(Files.createDirectory(directory.resolve("zookeeper")), 0));
        return ZooKeeperConfig.of(started.connectString());
    }

    private EmbeddedDatabase database(String name) {
        return EmbeddedDatabase.start(directory.resolve(name), 0);
    }

    private MetadataRole metadata(EmbeddedDatabase database, ZooKeeperConfig zookeeper) {
        MetadataConfig config = MetadataConfig.defaults(
                        DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres"))
                .withHost("127.0.0.1");
        return new MetadataRole(config, 0, transport, zookeeper, InstantSource.system());
    }

    private void startServers(ZooKeeperConfig zookeeper) {
        IntStream.range(0, SERVERS).forEach(number -> start(zookeeper, number));
    }

    private void start(ZooKeeperConfig zookeeper, int number) {
        ServerConfig config = ServerConfig.local(
                new ServerId("flash-" + number), Medium.IMAGE, directory.resolve("flash-" + number + ".img"), 32 << 20);
        servers.add(parts.opened(new FlashRole(config, transport, zookeeper)));
    }

    private ClusterView awaitServers(MetadataRole metadata, int count) {
        MetadataClient client = new MetadataClient(network, List.of(endpoint(metadata)));
        await().until(() -> client.clusterView(REQUEST).join().servers().stream()
                        .filter(server -> server.isWritable())
                        .count()
                == count);
        return client.clusterView(REQUEST).join();
    }

    private static Endpoint endpoint(MetadataRole metadata) {
        return new Endpoint("127.0.0.1", metadata.port());
    }

    private ChameleonClient client(MetadataRole metadata) {
        return ChameleonClient.builder()
                .metadata(endpoint(metadata).toString())
                .network(network)
                .segmentBytes(SEGMENT)
                .chunkBytes(CHUNK)
                .build();
    }

    /** Objects of a page, of a segment, of several, of a stream that ends with a full segment, and of chunks; overwritten ones, too. */
    private void writeAll(ChameleonClient client) {
        for (int size : new int[] {1, 3000, 20_000, SEGMENT, 2 * SEGMENT, 3 * SEGMENT + 5, CHUNK + 9, 2 * CHUNK}) {
            for (int version = 0; version < 2; version++) {
                byte[] bytes = new byte[size];
                random.nextBytes(bytes);
                PutOptions options = PutOptions.DEFAULT
                        .contentType("image/" + size)
                        .userMetadata(Map.of("version", Integer.toString(version)));
                client.put("photos", "bytes-" + size, bytes, options);
                written.put("bytes-" + size, bytes);
                byte[] streamed = bytes.clone();
                streamed[0]++;
                client.put("photos", "stream-" + size, new ByteArrayInputStream(streamed), options);
                written.put("stream-" + size, streamed);
            }
        }
    }

    private void assertAllThere(ChameleonClient client) {
        written.forEach(
                (key, bytes) -> assertThat(client.get("photos", key)).as(key).isEqualTo(bytes));
    }

    private static List<ObjectInfo> infos(ChameleonClient client) {
        return client.list("photos", ListOptions.ALL).objects();
    }
}
