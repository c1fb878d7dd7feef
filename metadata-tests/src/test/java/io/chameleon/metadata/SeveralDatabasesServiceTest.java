package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.testing.Seed;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.Samples;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteBucketMoves;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whole metadata processes on four databases, of which one goes away at a time. */
class SeveralDatabasesServiceTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int DATABASES = 4;
    /** Of a writer to which nothing was acknowledged yet, when the others have ended. */
    private static final int MOST_TURNS = 50;

    @RegisterExtension
    private final Seed seed = Seed.given();

    private final List<DatabaseConfig> configs = Stream.generate(SeveralDatabasesServiceTest::newDatabase)
            .limit(DATABASES)
            .toList();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
    private MetadataService one;
    private MetadataService two;
    private volatile MetadataClient client;

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

    private MetadataService start(SimpleMeterRegistry metrics) {
        MetadataConfig config = MetadataConfig.defaults(configs.getFirst())
                .withFurther(configs.subList(1, DATABASES))
                .withHost("127.0.0.1")
                .withPort(0);
        return new MetadataService(config, List::of, InstantSource.system(), metrics, TransportConfig.defaults());
    }

    @BeforeEach
    void start() {
        one = start(registry);
        two = start(new SimpleMeterRegistry());
        client = new MetadataClient(network, List.of(endpoint(one), endpoint(two)));
    }

    private static Endpoint endpoint(MetadataService service) {
        return new Endpoint("127.0.0.1", service.port());
    }

    @AfterEach
    void close() {
        configs.forEach(PostgresForTests::bringBack);
        one.close();
        two.close();
        network.close();
    }

    private static ObjectId object(int bucket, int key) {
        return new ObjectId("bucket-" + bucket, "k" + key);
    }

    private CommitResult commit(ObjectId id) throws Exception {
        return client.commit(Samples.write(id), TIMEOUT).get();
    }

    /** An object in each of four new buckets: one process chooses their databases. */
    private void commitToNewBuckets() throws Exception {
        MetadataClient only = new MetadataClient(network, List.of(endpoint(one)));
        for (int bucket = 0; bucket < DATABASES; bucket++) {
            assertThat(only.commit(Samples.write(object(bucket, 1)), TIMEOUT)
                            .get()
                            .status())
                    .isEqualTo(CommitResult.Status.COMMITTED);
        }
    }

    @Test
    void newBuckets_areSpreadOverTheDatabases_andEveryProcessFindsThem() throws Exception {
        commitToNewBuckets();
        for (MetadataService service : List.of(one, two)) {
            MetadataClient each = new MetadataClient(network, List.of(endpoint(service)));
            for (int bucket = 0; bucket < DATABASES; bucket++) {
                assertThat(each.lookup(object(bucket, 1), TIMEOUT).get().mapping())
                        .isNotNull();
            }
            assertThat(each.buckets().list("", "", 10, TIMEOUT).get().buckets())
                    .extracting(BucketInfo::name)
                    .containsExactly("bucket-0", "bucket-1", "bucket-2", "bucket-3");
        }
        RemoteRemapTable remaps = new RemoteRemapTable(network, List.of(endpoint(one)), TIMEOUT);
        assertThat(remaps.hottest(10)).hasSize(DATABASES);
        for (int number = 0; number < DATABASES; number++) {
            int database = number;
            await().untilAsserted(() -> assertThat(gauge("chameleon.metadata.database.up", database))
                    .isEqualTo(1));
            await().untilAsserted(() -> assertThat(gauge("chameleon.metadata.database.objects", database))
                    .isEqualTo(1));
        }
    }

    private double gauge(String name, int database) {
        return gauge(registry, name, database);
    }

    private static double gauge(SimpleMeterRegistry metrics, String name, int database) {
        return Objects.requireNonNull(metrics.find(name)
                        .tag("database", Integer.toString(database))
                        .gauge())
                .value();
    }

    @Test
    void databaseThatIsAway_takesItsBucketsAlone_andTheyAreBackWithIt() throws Exception {
        commitToNewBuckets();
        List<Integer> databaseOf =
                IntStream.range(0, DATABASES).mapToObj(this::databaseOf).toList();
        int away = databaseOf.get(1);
        assertThat(away).isNotZero();
        PostgresForTests.takeAway(configs.get(away));
        MetadataClient only = new MetadataClient(network, List.of(endpoint(one)));
        for (int round = 0; round < 3; round++) {
            for (int bucket = 0; bucket < DATABASES; bucket++) {
                ObjectId id = object(bucket, 1);
                if (databaseOf.get(bucket) == away) {
                    assertThat(only.lookup(id, Duration.ofSeconds(3)))
                            .failsWithin(TIMEOUT)
                            .withThrowableOfType(ExecutionException.class)
                            .withCauseInstanceOf(ChameleonError.class);
                } else {
                    assertThat(only.lookup(id, TIMEOUT).get().mapping()).isNotNull();
                    assertThat(only.commit(Samples.write(id), TIMEOUT).get().status())
                            .isEqualTo(CommitResult.Status.COMMITTED);
                }
            }
        }
        // It is of the last call, and a connection that was used a moment before it ended is no failure to connect.
        await().untilAsserted(() -> {
            assertThat(only.lookup(object(1, 1), TIMEOUT)).failsWithin(TIMEOUT);
            assertThat(gauge("chameleon.metadata.database.up", away)).isZero();
        });
        PostgresForTests.bringBack(configs.get(away));
        await().ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(commit(object(1, 1)).status()).isEqualTo(CommitResult.Status.COMMITTED));
        assertThat(client.lookup(object(1, 1), TIMEOUT).get().mapping()).isNotNull();
    }

    /** A write may be live in any database, if the user does not show that it made it. */
    @Test
    void userWhoShowsTheKeysOfItsWrites_needsNoDatabaseButThatOfItsBucket() throws Exception {
        for (int bucket = 0; bucket < DATABASES; bucket++) {
            assertThat(commitAsUser(object(bucket, 1), false)).isNull();
        }
        List<Integer> databaseOf =
                IntStream.range(0, DATABASES).mapToObj(this::databaseOf).toList();
        int away = databaseOf.get(1);
        assertThat(away).isNotZero();
        PostgresForTests.takeAway(configs.get(away));
        for (int bucket = 0; bucket < DATABASES; bucket++) {
            ErrorCode outcome = databaseOf.get(bucket) == away ? ErrorCode.UNAVAILABLE : null;
            assertThat(commitAsUser(object(bucket, 1), true)).isEqualTo(outcome);
            assertThat(commitAsUser(object(bucket, 1), false)).isEqualTo(ErrorCode.UNAVAILABLE);
        }
    }

    /** Null if it is committed. */
    private @Nullable ErrorCode commitAsUser(ObjectId id, boolean showsKey) throws Exception {
        WriteKeys keys = new WriteKeys(new SplittableRandom(seed.value()));
        WriteId write = new WriteIds(InstantSource.system(), keys).next();
        Commit commit =
                new Commit(id, new ObjectContent(write, 0, 1, 0, "", Map.of()), Samples.SIX, List.of(), Condition.NONE);
        ByteString key = showsKey ? ByteString.copyFrom(keys.keyOf(write)) : ByteString.EMPTY;
        CallContext asUser =
                new CallContext("test", System.nanoTime() + TIMEOUT.toNanos(), new Principal("alice", Role.USER));
        return one.handler()
                .handle(Message.of(MessageType.COMMIT, MappingWire.pack(commit, key)), asUser)
                .handle((answer, failure) -> {
                    if (failure == null) {
                        return null;
                    }
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    return cause instanceof ChameleonError error ? error.code() : ErrorCode.INTERNAL;
                })
                .toCompletableFuture()
                .get();
    }

    /**
     * A process that is restarted meanwhile. Also the first database has been restored from a backup of before the
     * bucket had its database: the bucket is not taken for one that nobody has used.
     */
    @Test
    void processThatStartsWhileADatabaseIsAway_servesTheOthers_andItWhenItComes() throws Exception {
        commitToNewBuckets();
        int away = databaseOf(1);
        int there = IntStream.of(0, 2, 3)
                .filter(bucket -> databaseOf(bucket) != away)
                .findFirst()
                .orElseThrow();
        assertThat(away).isNotZero();
        PostgresForTests.execute(
                PostgresForTests.name(configs.getFirst()), "delete from bucket_database where bucket = 'bucket-1'");
        PostgresForTests.takeAway(configs.get(away));
        one.close();
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        one = start(metrics);
        MetadataClient only = new MetadataClient(network, List.of(endpoint(one)));
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                only.lookup(object(there, 1), TIMEOUT).get().mapping())
                        .isNotNull());
        assertThat(only.commit(Samples.write(object(there, 1)), TIMEOUT).get().status())
                .isEqualTo(CommitResult.Status.COMMITTED);
        for (CompletableFuture<?> unavailable : List.of(
                only.lookup(object(1, 1), Duration.ofSeconds(2)),
                only.commit(Samples.write(object(1, 1)), Duration.ofSeconds(2)),
                only.commit(Samples.write(object(9, 1)), Duration.ofSeconds(2)))) {
            assertThat(unavailable)
                    .failsWithin(TIMEOUT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(ChameleonError.class);
        }
        RemoteRemapTable remaps = new RemoteRemapTable(network, List.of(endpoint(one)), Duration.ofSeconds(2));
        assertThatThrownBy(() -> remaps.claim("balancer")).isInstanceOf(ChameleonError.class);
        assertThat(one.areDatabasesAnswering()).isFalse();
        assertThat(gauge(metrics, "chameleon.metadata.database.up", away)).isZero();

        PostgresForTests.bringBack(configs.get(away));
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                only.lookup(object(1, 1), TIMEOUT).get().mapping())
                        .isNotNull());
        await().ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(remaps.claim("balancer").fence()).isPositive());
        // A call that began before may still find out that it was away.
        await().until(one::areDatabasesAnswering);
        await().untilAsserted(() -> assertThat(gauge(metrics, "chameleon.metadata.database.up", away))
                .isEqualTo(1));
        assertThat(gauge(metrics, "chameleon.metadata.database.refused", away)).isZero();
    }

    /**
     * Databases go away at random, one at a time, while writers go on: what was acknowledged stays, and in its order.
     */
    @Test
    void databasesThatComeAndGo_loseNoAcknowledgedCommit() throws Exception {
        SplittableRandom random = new SplittableRandom(seed.value());
        AtomicBoolean ended = new AtomicBoolean();
        Map<ObjectId, Written> written = new ConcurrentHashMap<>();
        commitToNewBuckets(); // while the first database is away, no bucket gets one
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> acknowledged = IntStream.range(0, 2 * DATABASES)
                    .mapToObj(writer -> writers.submit(() -> write(writer, ended, written)))
                    .toList();
            try {
                awaitMore(written, 20);
                for (int round = 0; round < 6; round++) {
                    int away = random.nextInt(DATABASES);
                    PostgresForTests.takeAway(configs.get(away));
                    awaitMore(written, 20);
                    PostgresForTests.bringBack(configs.get(away));
                    awaitMore(written, 20);
                }
            } finally {
                // Or nobody ends the writers of a test that fails.
                configs.forEach(PostgresForTests::bringBack);
                ended.set(true);
            }
            for (Future<Integer> each : acknowledged) {
                assertThat(each.get()).isPositive();
            }
        }
        for (Map.Entry<ObjectId, Written> object : written.entrySet()) {
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(Objects.requireNonNull(client.lookup(object.getKey(), TIMEOUT)
                                            .get()
                                            .mapping())
                                    .writeId())
                            .as("%s", object)
                            .isIn(object.getValue().acceptable()));
        }
    }

    /**
     * Buckets move from database to database while writers go on, and the process that moves them dies now and then:
     * what was acknowledged is read at once, and stays.
     */
    @Test
    void bucketsThatMove_loseNoAcknowledgedCommit() throws Exception {
        SplittableRandom random = new SplittableRandom(seed.value());
        AtomicBoolean ended = new AtomicBoolean();
        Map<ObjectId, Written> written = new ConcurrentHashMap<>();
        commitToNewBuckets();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> acknowledged = IntStream.range(0, 2 * DATABASES)
                    .mapToObj(writer -> writers.submit(() -> write(writer, ended, written)))
                    .toList();
            try {
                for (int round = 0; round < 3; round++) {
                    awaitMore(written, 20);
                    move(random);
                }
                awaitMore(written, 20);
            } finally {
                ended.set(true);
            }
            for (Future<Integer> each : acknowledged) {
                assertThat(each.get()).isPositive();
            }
        }
        for (Map.Entry<ObjectId, Written> object : written.entrySet()) {
            assertThat(object.getValue().acceptable()).as("%s", object).contains(current(object.getKey()));
        }
    }

    /** To any other database. Every other time the process that was asked for it ends in some phase. */
    private void move(SplittableRandom random) throws Exception {
        String bucket = "bucket-" + random.nextInt(DATABASES);
        RemoteBucketMoves moves = new RemoteBucketMoves(network, List.of(endpoint(one)), TIMEOUT);
        int target = (moves.databaseOf(bucket) + 1 + random.nextInt(DATABASES - 1)) % DATABASES;
        BucketMove begun = moves.begin(bucket, target);
        Commit whileItMoves = Samples.write(new ObjectId(bucket, "patient"));
        CompletableFuture<CommitResult> takenOrRefused = client.commit(whileItMoves, TIMEOUT);
        if (random.nextBoolean()) {
            int phase = 1 + random.nextInt(3);
            await().until(() -> moves.moves().getFirst().phase().code() >= phase);
            one.close();
            one = start(new SimpleMeterRegistry());
            client = new MetadataClient(network, List.of(endpoint(one), endpoint(two)));
        }
        RemoteBucketMoves other = new RemoteBucketMoves(network, List.of(endpoint(two)), TIMEOUT);
        await().atMost(TIMEOUT)
                .until(() -> other.moves().stream()
                        .anyMatch(move -> move.id() == begun.id() && move.phase() == BucketMove.Phase.DONE));
        assertThat(takenOrRefused.handle((_, _) -> true)).as("answered").succeedsWithin(TIMEOUT);
        // Repeated, as the SDK does: a process may take some seconds to hear of the end.
        await().atMost(TIMEOUT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                client.commit(whileItMoves, TIMEOUT).get().status())
                        .isEqualTo(CommitResult.Status.COMMITTED));
        for (int number = 0; number < DATABASES; number++) {
            assertThat(PostgresForTests.isThere(
                            configs.get(number), "select 1 from object_mapping where bucket = '" + bucket + "'"))
                    .as("%s in database %s", bucket, number)
                    .isEqualTo(number == target);
        }
    }

    private WriteId current(ObjectId id) throws Exception {
        return Objects.requireNonNull(client.lookup(id, TIMEOUT).get().mapping())
                .writeId();
    }

    /**
     * @param acknowledged the newest write whose commit was answered
     * @param unknown those whose commits failed: each may be carried out at any time
     */
    private record Written(@Nullable WriteId acknowledged, List<WriteId> unknown, int commits) {
        Written with(WriteId write, boolean answered) {
            return answered
                    ? new Written(write, unknown, commits + 1)
                    : new Written(
                            acknowledged,
                            Stream.concat(unknown.stream(), Stream.of(write)).toList(),
                            commits);
        }

        List<WriteId> acceptable() {
            return Stream.concat(Stream.ofNullable(acknowledged), unknown.stream())
                    .toList();
        }
    }

    private static void awaitMore(Map<ObjectId, Written> written, int more) {
        int before = written.values().stream().mapToInt(Written::commits).sum();
        await().until(() -> written.values().stream().mapToInt(Written::commits).sum() >= before + more);
    }

    private int write(int writer, AtomicBoolean ended, Map<ObjectId, Written> written) {
        int acknowledged = 0;
        for (int turn = 0; !ended.get() || acknowledged == 0 && turn < MOST_TURNS; turn++) {
            ObjectId id = object(writer % DATABASES, 100 * writer + turn % 5);
            Commit commit = Samples.write(id);
            boolean answered = isAnswered(commit);
            acknowledged += answered ? 1 : 0;
            Written before = written.getOrDefault(id, new Written(null, List.of(), 0));
            if (answered || before.acknowledged() != null) {
                Written after = before.with(commit.writeId(), answered);
                written.put(id, after);
                requireRead(id, after);
            }
        }
        return acknowledged;
    }

    /** Whatever database answers, it has seen what was acknowledged. Nobody else writes to the object. */
    private void requireRead(ObjectId id, Written written) {
        try {
            ObjectMapping row = client.lookup(id, Duration.ofSeconds(2)).get().mapping();
            assertThat(written.acceptable())
                    .as("%s", id)
                    .contains(Objects.requireNonNull(row, () -> id + " is lost").writeId());
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(ChameleonError.class);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isAnswered(Commit commit) {
        try {
            return client.commit(commit, Duration.ofSeconds(2)).get().status() == CommitResult.Status.COMMITTED;
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By the rows themselves. */
    private int databaseOf(int bucket) {
        return IntStream.range(0, DATABASES)
                .filter(number -> PostgresForTests.isThere(
                        configs.get(number), "select 1 from object_mapping where bucket = 'bucket-" + bucket + "'"))
                .findFirst()
                .orElseThrow();
    }
}
