package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.testing.Seed;
import io.chameleon.lab.chaos.process.ClusterSpec;
import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import io.chameleon.lab.chaos.process.Routes;
import io.chameleon.transport.client.RemoteRemapTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each role is killed with {@code kill -9} while objects are in the middle of their transitions: some already written
 * at their destination, some still waiting. Each time, what was acknowledged is read back.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ClassArchive.class)
@Order(1) // takes the longest
class KilledMidTransitionTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int SERVERS = 7;
    private static final long SERVER_BYTES = 64L << 20;
    private static final int OBJECTS = 40;
    private static final int MOST_BYTES = 31_000;
    /** The tests wait for processes that start, and for ZooKeeper: a writer without a pause would keep them waiting. */
    private static final Duration LEAST_WRITE = Duration.ofMillis(40);

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration REQUEST = Duration.ofMinutes(1);

    private final Random random = new Random(SEED.value());

    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private ProcessCluster cluster;

    private long nextVersion = 1;

    @BeforeAll
    void startCluster(@TempDir Path temporary) throws Exception {
        directory = temporary;
        cluster = ProcessCluster.start(
                ClusterSpec.small(directory)
                        .with()
                        .servers(SERVERS)
                        .balancers(2)
                        .serverBytes(SERVER_BYTES)
                        .settings(Map.of(
                                "CHAMELEON_ZOOKEEPER_SESSION_TIMEOUT", "4s",
                                "CHAMELEON_BALANCER_EPOCH", "1s",
                                "CHAMELEON_BALANCER_REAP_INTERVAL", "100ms",
                                "CHAMELEON_BALANCER_REAP_DELAY", "200ms"))
                        .build(),
                Routes.DIRECT);
    }

    @AfterAll
    void stopCluster() throws Exception {
        cluster.close();
    }

    @Test
    void flashServer_killedMidTransition_losesNothing() throws Exception {
        Member victim = cluster.members(Role.FLASH).get(random.nextInt(SERVERS));
        surviveDeathOf(victim::kill, victim::start);
    }

    @Test
    void metadataService_killedMidTransition_losesNothing() throws Exception {
        Member victim = cluster.members(Role.METADATA).getFirst();
        surviveDeathOf(victim::kill, victim::start);
    }

    @Test
    void balancerLeader_killedMidTransition_isSucceededAndLosesNothing() throws Exception {
        // Read before the leader is: one that follows it in between has a higher fence.
        long fence = cluster.table().balancerEpoch().fence();
        Member leader = cluster.leader().orElseThrow();
        surviveDeathOf(leader::kill, () -> {
            await("another balancer leads")
                    .atMost(LIMIT)
                    .ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(cluster.table().balancerEpoch().fence()).isGreaterThan(fence));
            leader.start();
        });
    }

    @Test
    void writingClient_killedMidTransition_losesNothing() throws Exception {
        try (WriterProcess writer = startWriter();
                ChameleonClient client = client()) {
            awaitAllAcknowledged(writer);
            bringMidTransition();
            writer.kill();
            writer.assertNothingLost(client);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private void surviveDeathOf(Step kill, Step restart) throws Exception {
        try (WriterProcess writer = startWriter();
                ChameleonClient client = client()) {
            awaitAllAcknowledged(writer);
            bringMidTransition();
            kill.run();
            restart.run();
            awaitAcknowledgements(writer, writer.acknowledgements() + 2L * OBJECTS);
            writer.kill();
            writer.assertNothingLost(client);
        }
    }

    private ChameleonClient client() {
        return ChameleonClient.builder()
                .metadata(cluster.metadata().getFirst().toString())
                .timeouts(new Timeouts(REQUEST, LIMIT))
                .build();
    }

    /** Versions rise from test to test, so that a stale object cannot pass for a current one. */
    private WriterProcess startWriter() {
        WriterProcess writer = new WriterProcess(
                directory, cluster.metadata().getFirst().toString(), OBJECTS, nextVersion, MOST_BYTES, LEAST_WRITE);
        nextVersion += 1_000_000;
        return writer;
    }

    /** Each object once: as many acknowledgements may be of fewer, if a write failed. */
    private static void awaitAllAcknowledged(WriterProcess writer) {
        await("every object is acknowledged").atMost(LIMIT).until(() -> writer.acknowledgedObjects() == OBJECTS);
    }

    private static void awaitAcknowledgements(WriterProcess writer, long count) {
        await(count + " acknowledgements").atMost(LIMIT).until(() -> writer.acknowledgements() >= count);
    }

    /** Some intents have been written, some wait. If the writer was through with all before this looked, once more. */
    private void bringMidTransition() {
        long waiting = 0;
        while (waiting == 0) {
            remapAll();
            waiting = await("some objects are through their transition")
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(10))
                    .until(this::inTransition, objects -> objects < OBJECTS);
        }
    }

    private long inTransition() {
        return cluster.table().countByState().entrySet().stream()
                .filter(entry -> entry.getKey().isIntermediate())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /**
     * Sends every object somewhere else, with the leader's own fence; rows that a racing writer changed first stay as
     * they are.
     */
    private void remapAll() {
        RemoteRemapTable table = cluster.table();
        await("most objects get an intent")
                .atMost(LIMIT)
                .ignoreExceptionsMatching(ChameleonError.class::isInstance)
                .until(() -> {
                    long fence = table.balancerEpoch().fence();
                    long epoch = table.advanceEpoch(fence).epoch() - 1;
                    List<Remap> remaps = table.hottest(OBJECTS).stream()
                            .filter(row -> row.id().bucket().equals(WriterMain.BUCKET))
                            .map(row -> remap(row, epoch))
                            .toList();
                    return table.remap(fence, remaps).stream()
                                    .filter(Remap.Outcome.APPLIED::equals)
                                    .count()
                            > OBJECTS / 2;
                });
    }

    private Remap remap(ObjectMapping row, long epoch) {
        List<RedundancyEvent> possible = Arrays.stream(RedundancyEvent.values())
                .filter(event -> event.needsDestination() && row.state().allows(event))
                .toList();
        RedundancyEvent event = possible.get(random.nextInt(possible.size()));
        RedundancyState next = row.state().next(event);
        RedundancyScheme scheme =
                next.nextPolicy() == RedundancyPolicy.REP ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2;
        List<ServerId> servers = new ArrayList<>(IntStream.range(0, SERVERS)
                .mapToObj(i -> new ServerId(Role.FLASH.member(i)))
                .toList());
        Collections.shuffle(servers, random);
        return new Remap(
                row.id(),
                row.version(),
                event,
                new Placement(scheme, servers.subList(0, scheme.width())),
                epoch,
                "chaos");
    }
}
