package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.Samples;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteBucketMoves;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.LookupRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A bucket whose objects are in several databases, as clients of whole metadata processes see it. */
class SlicedBucketServiceTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int DATABASES = 2;

    private final List<DatabaseConfig> configs = Stream.generate(SlicedBucketServiceTest::newDatabase)
            .limit(DATABASES)
            .toList();
    private final NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
    private MetadataService one;
    private MetadataService two;
    private MetadataClient client;
    private MetadataClient other;

    private static DatabaseConfig newDatabase() {
        DatabaseConfig config = PostgresForTests.migratedDatabase();
        return new DatabaseConfig(
                config.jdbcUrl(),
                config.user(),
                config.password(),
                8,
                config.connectTimeout(),
                config.statementTimeout(),
                false);
    }

    private MetadataService service() {
        MetadataConfig config = MetadataConfig.defaults(configs.getFirst())
                .withFurther(configs.subList(1, DATABASES))
                .withHost("127.0.0.1")
                .withPort(0);
        return new MetadataService(
                config, List::of, InstantSource.system(), new SimpleMeterRegistry(), TransportConfig.defaults());
    }

    private MetadataClient clientOf(MetadataService service) {
        return new MetadataClient(network, List.of(new Endpoint("127.0.0.1", service.port())));
    }

    @BeforeEach
    void start() {
        one = service();
        two = service();
        client = clientOf(one);
        other = clientOf(two);
    }

    @AfterEach
    void close() {
        configs.forEach(PostgresForTests::bringBack);
        one.close();
        two.close();
        network.close();
    }

    private static ObjectId object(int key) {
        return new ObjectId("photos", "2026/" + key);
    }

    private void makeSliced(String bucket) throws Exception {
        BucketInfo made = client.buckets()
                .create(bucket, "alice", Map.of(Slices.SETTING, "16"), TIMEOUT)
                .get();
        assertThat(made.isSliced()).isTrue();
    }

    /** Commits that many objects; the rows by key. */
    private Map<String, ObjectMapping> put(int objects) throws Exception {
        Map<String, ObjectMapping> rows = new TreeMap<>();
        for (int key = 0; key < objects; key++) {
            CommitResult done =
                    client.commit(Samples.write(object(key)), TIMEOUT).get();
            assertThat(done.status()).isEqualTo(CommitResult.Status.COMMITTED);
            ObjectMapping row = Objects.requireNonNull(done.current());
            assertThat(row.id()).isEqualTo(object(key));
            rows.put(row.id().key(), row);
        }
        return rows;
    }

    private ObjectMapping row(MetadataClient of, ObjectId id) throws Exception {
        return Objects.requireNonNull(of.lookup(id, TIMEOUT).get().mapping(), id.toString());
    }

    @Test
    void objects_areInAllDatabases_andEveryProcessFindsAndListsThem() throws Exception {
        makeSliced("photos");
        Map<String, ObjectMapping> rows = put(40);

        for (DatabaseConfig config : configs) {
            assertThat(PostgresForTests.isThere(config, "select 1 from object_mapping where bucket like 'photos~%'"))
                    .isTrue();
            assertThat(PostgresForTests.isThere(config, "select 1 from object_mapping where bucket = 'photos'"))
                    .isFalse();
        }
        for (MetadataClient each : List.of(client, other)) {
            for (ObjectMapping row : rows.values()) {
                assertThat(row(each, row.id())).isEqualTo(row);
            }
            assertThat(each.buckets().list("", "", 10, TIMEOUT).get().buckets())
                    .extracting(BucketInfo::name)
                    .containsExactly("photos");
            List<ObjectMapping> listed = new ArrayList<>();
            ObjectPage page;
            String after = "";
            do {
                page = each.list(new ListQuery("photos", "", "", after, 7), TIMEOUT)
                        .get();
                listed.addAll(page.objects());
                after = page.continuation();
            } while (!after.isEmpty());
            assertThat(listed).containsExactlyElementsOf(rows.values());
            assertThat(each.list(new ListQuery("photos", "", "/", "", 7), TIMEOUT)
                            .get())
                    .isEqualTo(new ObjectPage(List.of(), List.of("2026/"), ""));
        }
    }

    @Test
    void databaseThatIsAway_takesTheObjectsOfItsSlicesAlone() throws Exception {
        makeSliced("photos");
        Map<String, ObjectMapping> rows = put(20);
        RemoteBucketMoves moves =
                new RemoteBucketMoves(network, List.of(new Endpoint("127.0.0.1", one.port())), TIMEOUT);
        Map<Boolean, List<ObjectMapping>> there = rows.values().stream()
                .collect(Collectors.partitioningBy(
                        row -> moves.databaseOf(Slices.in(row.id()).bucket()) == 0));

        PostgresForTests.takeAway(configs.get(1));

        for (ObjectMapping row : Objects.requireNonNull(there.get(true))) {
            assertThat(row(client, row.id())).isEqualTo(row);
            assertThat(client.commit(Samples.write(row.id()), TIMEOUT).get().status())
                    .isEqualTo(CommitResult.Status.COMMITTED);
        }
        ObjectId away = Objects.requireNonNull(there.get(false)).getFirst().id();
        assertFails(ErrorCode.UNAVAILABLE, client.lookup(away, TIMEOUT));
        assertFails(ErrorCode.UNAVAILABLE, client.list(new ListQuery("photos", "", "", "", 7), TIMEOUT));
    }

    private static void assertFails(ErrorCode code, CompletionStage<?> call) {
        assertThat(call.toCompletableFuture())
                .failsWithin(TIMEOUT)
                .withThrowableOfType(ExecutionException.class)
                .satisfies(failure -> assertThat(failure.getCause())
                        .isInstanceOfSatisfying(
                                ChameleonError.class,
                                error -> assertThat(error.code()).isEqualTo(code)));
    }

    @Test
    void sliceThatMoves_takesItsObjectsAlong() throws Exception {
        makeSliced("photos");
        Map<String, ObjectMapping> rows = put(40);
        ObjectMapping moved = rows.values().iterator().next();
        String slice = Slices.in(moved.id()).bucket();
        assertThat(row(other, moved.id())).isEqualTo(moved);
        RemoteBucketMoves moves =
                new RemoteBucketMoves(network, List.of(new Endpoint("127.0.0.1", one.port())), TIMEOUT);
        int target = 1 - moves.databaseOf(slice);

        moves.begin(slice, target);

        await().atMost(TIMEOUT).until(() -> moves.moves().getFirst().phase() == BucketMove.Phase.DONE);
        assertThat(PostgresForTests.isThere(
                        configs.get(target), "select 1 from object_mapping where bucket = '" + slice + "'"))
                .isTrue();
        for (ObjectMapping row : rows.values()) {
            await().atMost(TIMEOUT)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(row(other, row.id())).isEqualTo(row));
        }
        assertThat(other.commit(Samples.write(moved.id()), TIMEOUT).get().status())
                .isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    void whatCannotBeSliced_isRefused_andSoAreClientsThatKnowNoSlices() throws Exception {
        client.buckets().create("plain", "alice", Map.of(), TIMEOUT).get();
        client.buckets().delete("plain", TIMEOUT).get();
        assertFails(
                ErrorCode.INVALID_REQUEST,
                client.buckets().create("plain", "alice", Map.of(Slices.SETTING, "16"), TIMEOUT));
        assertFails(
                ErrorCode.INVALID_REQUEST,
                client.buckets().create("photos", "alice", Map.of(Slices.SETTING, "15"), TIMEOUT));
        makeSliced("photos");
        assertFails(
                ErrorCode.BUCKET_EXISTS,
                other.buckets().create("photos", "bob", Map.of(Slices.SETTING, "16"), TIMEOUT));

        Commit earlier = new Commit(
                object(1),
                new ObjectContent(Samples.writeIdOfAnotherSlice(object(1)), 0, 1, 0, "", Map.of()),
                Samples.SIX,
                List.of(),
                Condition.NONE);
        assertFails(ErrorCode.INVALID_REQUEST, client.commit(earlier, TIMEOUT));
        ObjectId inSlice = Slices.in(object(1));
        assertFails(ErrorCode.INVALID_REQUEST, client.commit(Samples.write(inSlice), TIMEOUT));
        assertFails(
                ErrorCode.INVALID_REQUEST,
                client.updateMetadata(new MetadataUpdate(inSlice, "a/b", Map.of(), Condition.NONE), TIMEOUT));
        CallContext asUser =
                new CallContext("test", System.nanoTime() + TIMEOUT.toNanos(), new Principal("alice", Role.USER));
        Message lookup = Message.of(
                MessageType.LOOKUP,
                LookupRequest.newBuilder().setId(Wire.pack(inSlice)).build());
        assertFails(ErrorCode.INVALID_REQUEST, one.handler().handle(lookup, asUser));
    }

    /** More of them than may be in progress at a time: none keeps a place. */
    @Test
    void chunkWithANameThatNoWriteGives_isRefused_andOthersAreFound() throws Exception {
        makeSliced("photos");
        ObjectMapping row = put(1).values().iterator().next();
        Message lookup = Message.of(
                MessageType.LOOKUP,
                LookupRequest.newBuilder()
                        .setId(Wire.pack(new ObjectId("photos+chunks", "short")))
                        .build());
        for (int i = 0; i <= MetadataConfig.defaults(configs.getFirst()).maxInFlight(); i++) {
            CallContext context = new CallContext("test", System.nanoTime() + TIMEOUT.toNanos());
            assertFails(ErrorCode.INVALID_REQUEST, one.handler().handle(lookup, context));
        }

        assertThat(row(client, row.id())).isEqualTo(row);
    }

    /** As an operator does who has read a row of the balancer's. */
    @Test
    void objectOfASlice_isFoundByItsNameThere() throws Exception {
        makeSliced("photos");
        ObjectMapping row = put(1).values().iterator().next();

        ObjectId stored = Slices.in(row.id());

        assertThat(row(client, stored).id()).isEqualTo(stored);
        assertThat(row(client, stored).withId(row.id())).isEqualTo(row);
    }
}
