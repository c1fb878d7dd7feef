package io.chameleon.it;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.PartInfo;
import io.chameleon.client.PutResult;
import io.chameleon.client.UploadInfo;
import io.chameleon.client.Uploads;
import io.chameleon.client.VersionInfo;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.rebuild.RebuildOptions;
import io.chameleon.metadata.rebuild.RebuildProgress;
import io.chameleon.metadata.rebuild.RebuildReport;
import io.chameleon.node.embedded.EmbeddedDatabase;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.node.role.BalancerRole;
import io.chameleon.node.role.FlashRole;
import io.chameleon.node.role.MetadataRole;
import io.chameleon.node.role.RebuildRun;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.Parts;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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
import java.util.Arrays;
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

/** The database is lost for good, without a backup, and rebuilt from what the flash servers hold. */
class RebuildTest {
    private static final Duration REQUEST = Duration.ofMinutes(2);
    private static final int SERVERS = 7;
    private static final int SEGMENT = 64 << 10;
    /** Of the bucket: a user's buckets are only summed up if the user is known when an object is written. */
    private static final String STORED =
            "select kind, name, sum(bytes), sum(objects) from stored where kind = 1 group by 1, 2 order by 1, 2";

    /** A bucket that keeps versions. */
    private static final String KEEPING = "keeping";

    private static final int CHUNK = 4 * SEGMENT;

    @TempDir
    Path directory;

    private final Parts parts = new Parts();
    private final TransportConfig transport = TransportConfig.defaults();
    private final NettyRpcClient network = parts.opened(new NettyRpcClient(transport));
    private final List<FlashRole> servers = new ArrayList<>();

    private record Completed(UploadInfo upload, List<PartInfo> parts, String entityTag) {}

    private final Map<String, byte[]> written = new HashMap<>();
    private final Map<String, Completed> completed = new HashMap<>();
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
            assertThat(report.composed()).isEqualTo(dry.composed()).isEqualTo(2);
            // A part of the open upload; four parts and a list of each version that was replaced.
            assertThat(report.components()).isEqualTo(dry.components()).isEqualTo(1 + 2 * 5);

            try (MetadataRole metadata = metadata(database, zookeeper)) {
                assertThat(awaitServers(metadata, SERVERS).cluster()).isEqualTo(cluster);
                try (ChameleonClient client = client(metadata)) {
                    assertAllThere(client);
                    // Servers of padding are not restored: nothing is stored there.
                    assertThat(infos(client))
                            .usingRecursiveFieldByFieldElementComparatorIgnoringFields(
                                    "live", "destination", "created", "modified", "heatScore", "lastWriteEpoch")
                            .containsExactlyElementsOf(before);
                    assertComposedServeOn(client);
                    assertReferencesAre(database, 2 * 5, 1 + 2 * 5);
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

    /** With the commands of docs/operate/operations.md, verbatim. */
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
                keepVersions(client);
                putVersions(client, "leaf", 3);
            }
            execute(database, "insert into bucket_grant values ('photos', 'alice', 2)");
            execute(database, "insert into bucket_claim values ('photos', 'alice', 0)");
            execute(database, "insert into quota values (2, 'alice', 1000000000, 20)");
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
            RebuildReport report = rebuild(database, zookeeper, RebuildOptions.DEFAULT);
            assertThat(report.unplaced()).isEmpty();
            assertThat(report.keeping()).containsExactly(KEEPING);
            assertThat(report.former()).isEqualTo(2);
            try (MetadataRole metadata = metadata(database, zookeeper);
                    ChameleonClient client = client(metadata)) {
                awaitServers(metadata, SERVERS);
                assertAllThere(client);
                assertVersionsThere(client, "leaf", 3, 2, 1);
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

    /** A drained server hands them on under the name of a component; then that of their key is beside them. */
    @Test
    void versionsThatMoved_comeBackUnderTheirKeys_thoughTheBucketsSettingIsLost() throws Exception {
        ZooKeeperConfig zookeeper = zookeeper();
        try (EmbeddedDatabase database = database("lost");
                MetadataRole metadata = metadata(database, zookeeper);
                BalancerRole _ = balancer(metadata, zookeeper)) {
            startServers(zookeeper);
            awaitServers(metadata, SERVERS);
            try (ChameleonClient client = client(metadata)) {
                keepVersions(client);
                putVersions(client, "leaf", 20);
                putVersions(client, "again", 2);
                putVersions(client, "gone", 2);
                assertThat(client.versions().delete(KEEPING, "gone").marker()).isTrue();
                RemoteRepairTable repairs = new RemoteRepairTable(network, List.of(endpoint(metadata)), REQUEST);
                repairs.drain(new ServerId("flash-2"));
                await().atMost(Duration.ofMinutes(2))
                        .until(() ->
                                repairs.repairStatus().evacuations().stream().anyMatch(Evacuation::isFinished));
                VersionId newest = client.versions().find(KEEPING, "again").version();
                assertThat(client.versions().delete(KEEPING, "again", newest).marker())
                        .isFalse();
                assertVersionsThere(client, "again", 1);
            }
        }

        try (EmbeddedDatabase database = database("new")) {
            RebuildReport report = rebuild(database, zookeeper, RebuildOptions.DEFAULT);
            assertThat(report.unplaced())
                    .as("half of a deleted version may be reaped")
                    .allSatisfy(lost -> assertThat(lost.id().key()).isEqualTo("again"));
            assertThat(report.keeping()).containsExactly(KEEPING);
            assertThat(report.components()).isZero();
            try (MetadataRole metadata = metadata(database, zookeeper);
                    ChameleonClient client = client(metadata)) {
                awaitServers(metadata, SERVERS - 1);
                assertVersionsThere(
                        client, "leaf", IntStream.range(0, 20).map(i -> 20 - i).toArray());
                assertThat(client.get(KEEPING, "gone"))
                        .as("a delete marker is in the database alone")
                        .containsExactly(2);
                // The version that was deleted may not have been reaped when the database was lost.
                assertThat(versions(client, "again")).isIn(List.of(1), List.of(2, 1));
                putVersions(client, "leaf", 1);
                assertThat(versions(client, "leaf")).as("kept on").hasSize(21);
            }
        }
    }

    private static void keepVersions(ChameleonClient client) {
        assertThat(client.createBucket(KEEPING).name()).isEqualTo(KEEPING);
        assertThat(client.configureBucket(KEEPING, Map.of(Versioning.SETTING, Versioning.ENABLED.text())))
                .isNotNull();
    }

    /** Each is one byte, its number from 1 on. */
    private static void putVersions(ChameleonClient client, String key, int count) {
        for (int number = 1; number <= count; number++) {
            client.put(KEEPING, key, new byte[] {(byte) number});
        }
    }

    private static void assertVersionsThere(ChameleonClient client, String key, int... numbers) throws IOException {
        assertThat(versions(client, key))
                .containsExactlyElementsOf(IntStream.of(numbers).boxed().toList());
        assertThat(client.get(KEEPING, key)).containsExactly(numbers[0]);
    }

    /** The numbers of a key's versions, as their bytes say, from the newest on. */
    private static List<Integer> versions(ChameleonClient client, String key) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        for (VersionInfo version :
                client.versions().list(KEEPING, ListOptions.ALL).versions()) {
            if (version.id().key().equals(key) && version.object().isPresent()) {
                try (InputStream bytes = client.versions().open(KEEPING, key, version.version())) {
                    numbers.add((int) bytes.readAllBytes()[0]);
                }
            }
        }
        return numbers;
    }

    /** Nothing refers to the others: they are swept like any such component. */
    private static void assertReferencesAre(EmbeddedDatabase database, int held, int free)
            throws SQLException, IOException {
        assertThat(copied(database, "select refs, count(*) from component group by 1 order by 1"))
                .isEqualTo("0," + free + "\n1," + held + "\n");
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
                ResultSet rows = statement.executeQuery("select tablename from pg_tables where tablename like 'bucket%'"
                        + " and tablename not in ('bucket_database', 'bucket_move') or tablename = 'quota'")) {
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
        return EmbeddedDatabase.start(FreshDatabase.in(directory.resolve(name)), 0);
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
                >= count);
        return client.clusterView(REQUEST).join();
    }

    private static Endpoint endpoint(MetadataRole metadata) {
        return new Endpoint("127.0.0.1", metadata.port());
    }

    /** Patient: what it tried on several servers, or stored without one of them, would be counted. */
    private ChameleonClient client(MetadataRole metadata) {
        return ChameleonClient.builder()
                .metadata(endpoint(metadata).toString())
                .network(network)
                .timeouts(new Timeouts(REQUEST, REQUEST))
                .segmentBytes(SEGMENT)
                .chunkBytes(CHUNK)
                .build();
    }

    /**
     * Objects of a page, of a segment, of several, of a stream that ends with a full segment, of chunks, and of the
     * parts of uploads; overwritten ones, too.
     */
    private void writeAll(ChameleonClient client) {
        composeAll(client);
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

    private void composeAll(ChameleonClient client) {
        compose(client, "parts");
        compose(client, "parts");
        write(client, "parts-over-bytes");
        compose(client, "parts-over-bytes");
        compose(client, "bytes-over-parts");
        write(client, "bytes-over-parts");
        Uploads uploads = client.uploads();
        UploadInfo open = uploads.begin("photos", "open", PutOptions.DEFAULT);
        assertThat(uploads.putPart(open, 1, ObjectSource.of(new byte[17])).size())
                .isEqualTo(17);
    }

    private void write(ChameleonClient client, String key) {
        byte[] bytes = bytes(20_000);
        client.put("photos", key, bytes);
        written.put(key, bytes);
    }

    /** Of a small part, one in chunks, and one that is empty. */
    private void compose(ChameleonClient client, String key) {
        UploadInfo upload = client.uploads()
                .begin(
                        "photos",
                        key,
                        PutOptions.DEFAULT.contentType("film/reel").userMetadata(Map.of("begun", "yes")));
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        List<PartInfo> put = new ArrayList<>();
        for (int size : new int[] {SEGMENT + 1, CHUNK + 9, 0, 700}) {
            byte[] bytes = bytes(size);
            whole.writeBytes(bytes);
            put.add(client.uploads().putPart(upload, 1 + 3 * put.size(), ObjectSource.of(bytes)));
        }
        PutResult done =
                client.uploads().complete(upload, put, PutOptions.DEFAULT.userMetadata(Map.of("s3:etag", key + "-4")));
        written.put(key, whole.toByteArray());
        completed.put(key, new Completed(upload, put, done.entityTag()));
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    /** As before: a completion may be repeated, ranges are read across parts, and the next version is another. */
    private void assertComposedServeOn(ChameleonClient client) {
        Completed done = requireNonNull(completed.get("parts"));
        assertThat(client.uploads()
                        .complete(done.upload, done.parts, PutOptions.DEFAULT)
                        .entityTag())
                .isEqualTo(done.entityTag);
        ObjectInfo info = client.head("photos", "parts");
        assertThat(info.contentType()).isEqualTo("film/reel");
        assertThat(info.userMetadata()).isEqualTo(Map.of("begun", "yes", "s3:etag", "parts-4"));
        byte[] whole = requireNonNull(written.get("parts"));
        assertThat(client.getRange("photos", "parts", SEGMENT - 5, CHUNK))
                .isEqualTo(Arrays.copyOfRange(whole, SEGMENT - 5, SEGMENT - 5 + CHUNK));
        assertThat(client.verify("photos", "parts").faults()).isEmpty();
    }

    private void assertAllThere(ChameleonClient client) {
        written.forEach(
                (key, bytes) -> assertThat(client.get("photos", key)).as(key).isEqualTo(bytes));
    }

    private static List<ObjectInfo> infos(ChameleonClient client) {
        return client.list("photos", ListOptions.ALL).objects();
    }
}
