package io.chameleon.balancer;

import static io.chameleon.balancer.TestCluster.GRACE;
import static io.chameleon.balancer.TestCluster.assertCode;
import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.balancer.servers.Calls;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.BalanceResponse;
import io.chameleon.transport.wire.Empty;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leadership and the scheduler, on a real ZooKeeper. Epochs end by a ticker of the test's. */
class BalancerServiceTest {
    private static final Duration EPOCH = Duration.ofMinutes(10);
    /** So long that none ends because a busy machine stood still. */
    private static final int SESSION_MILLIS = 60_000;

    private static final BalancerConfig CONFIG = TestCluster.config()
            .with()
            .policy("chameleon")
            .policyConfig(
                    PolicyConfig.defaults().with().heatHot(8).maxExtraWrites(1).build())
            .epochLength(EPOCH)
            .reapInterval(Duration.ofMillis(10))
            .build();

    private final TestCluster cluster = new TestCluster(12);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong ticker = new AtomicLong();
    private final AtomicInteger looksAtTheTicker = new AtomicInteger();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private TestingServer zookeeper;

    @BeforeEach
    void start() throws Exception {
        zookeeper = new TestingServer(FreePorts.take());
        open.push(cluster);
        open.push(zookeeper);
        for (int i = 0; i < 12; i++) {
            cluster.at(i).erases(i < 6 ? 3_000 : 1_000);
        }
        for (int write = 0; write < 10; write++) {
            cluster.write(object("hot"), ec(0, 1, 2, 3, 4, 5), bytes(15_000, write));
        }
    }

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private CuratorFramework session() {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                zookeeper.getConnectString(), SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(50));
        curator.start();
        open.push(curator);
        return curator;
    }

    private BalancerService service(String name, CuratorFramework session) throws Exception {
        return service(name, session, CONFIG, cluster.table);
    }

    private BalancerService service(String name, CuratorFramework session, BalancerConfig config, RemapTable table)
            throws Exception {
        BalancerService service = new BalancerService(
                session,
                cluster.balancer(config, table, cluster.clock),
                config,
                name,
                registry,
                this::nanoTime,
                cluster.clock);
        open.push(service);
        service.start();
        return service;
    }

    private BalancerService leader(RemapTable table) throws Exception {
        BalancerService service = service("only", session(), CONFIG, table);
        await().until(service::isLeader);
        // It leads as soon as it has its fence, and only then looks how old the epoch is.
        awaitTurns();
        return service;
    }

    private long epoch() {
        return cluster.table.balancerEpoch().epoch();
    }

    private long nanoTime() {
        looksAtTheTicker.incrementAndGet();
        return ticker.get();
    }

    /** The scheduler has run, although no time has passed by the ticker. */
    private void awaitTurns() {
        int before = looksAtTheTicker.get();
        await().until(() -> looksAtTheTicker.get() > before + 6);
    }

    private void endOfEpoch() {
        ticker.addAndGet(EPOCH.toNanos());
    }

    /** Like ZooKeeper when it has not heard from a process for too long. */
    private void expire(CuratorFramework session) throws Exception {
        ZooKeeper victim = session.getZookeeperClient().getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                zookeeper.getConnectString(),
                SESSION_MILLIS,
                event -> {
                    if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                victim.getSessionId(),
                victim.getSessionPasswd());
        connected.await();
        twin.close();
    }

    @Test
    void ofTwoServices_oneLeads_andWhenItsSessionDiesTheOtherDoes_withAHigherFence() throws Exception {
        CuratorFramework session = session();
        BalancerService first = service("first", session);
        await().until(first::isLeader);
        BalancerService second = service("second", session());
        long fence = cluster.table.balancerEpoch().fence();
        assertThat(cluster.table.balancerEpoch().holder()).isEqualTo("first");
        assertThat(second.isLeader()).isFalse();
        assertCode(ErrorCode.UNAVAILABLE, second::balanceNow);

        expire(session);
        await().until(second::isLeader);
        assertThat(cluster.table.balancerEpoch().holder()).isEqualTo("second");
        assertThat(cluster.table.balancerEpoch().fence()).isGreaterThan(fence);
        assertCode(ErrorCode.FENCED, () -> cluster.table.advanceEpoch(fence));
        assertCode(ErrorCode.FENCED, () -> first.balancer().runEpoch(fence));
        assertThat(second.balanceNow().plan().epoch()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(first.isLeader()).isFalse());
        assertCode(ErrorCode.UNAVAILABLE, first::balanceNow);
    }

    @Test
    void taskThatMeetsADefect_isTriedAgain_andCounted() throws Exception {
        AtomicInteger defects = new AtomicInteger();
        BalancerService service = leader(Interception.of(cluster.table, (method, call) -> {
            if (method.equals("advanceEpoch") && defects.getAndIncrement() == 0) {
                throw new LinkageError("planted");
            }
            return call.proceed();
        }));
        endOfEpoch();
        await().until(() -> epoch() == 2);
        assertThat(service.isLeader()).isTrue();
        assertThat(registry.get("chameleon_balancer_failures_total")
                        .tag("task", "epoch")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void leaderThatLosesItsSessionInTheMiddleOfAPlan_isRefused_andTheNextOneFinishesIt() throws Exception {
        CountDownLatch stored = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        RemapTable pausing = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("storePlan")) {
                stored.countDown();
                goOn.await();
            }
            return answer;
        });
        CuratorFramework session = session();
        BalancerService first = service("first", session, CONFIG, pausing);
        await().until(first::isLeader);
        BalancerService second = service("second", session());
        CompletableFuture<EpochReport> balancing = CompletableFuture.supplyAsync(first::balanceNow);
        stored.await();

        expire(session);
        await().until(() -> cluster.table.openPlan().isEmpty());
        assertThat(second.isLeader()).isTrue();
        assertThat(cluster.row(object("hot")).state().isIntermediate()).isTrue();
        var rows = cluster.table.coldest(100);

        goOn.countDown();
        assertCode(ErrorCode.FENCED, () -> Calls.await(balancing));
        assertThat(cluster.table.coldest(100)).isEqualTo(rows);
        assertThat(epoch()).isEqualTo(2);
    }

    @Test
    void lostConnection_isNotALostSession_theFenceStaysTheSame() throws Exception {
        BalancerService only = leader(cluster.table);
        long fence = cluster.table.balancerEpoch().fence();

        zookeeper.stop();
        await().until(() -> !only.isLeader());
        assertCode(ErrorCode.UNAVAILABLE, only::balanceNow);
        zookeeper.restart();
        await().until(only::isLeader);

        assertThat(cluster.table.balancerEpoch().fence()).isEqualTo(fence);
        assertThat(only.balanceNow().plan().epoch()).isEqualTo(1);
    }

    @Test
    void leaderFencedByAStranger_claimsAnew() throws Exception {
        BalancerService only = leader(cluster.table);
        long strange = cluster.table.claim("stranger").fence();
        assertCode(ErrorCode.FENCED, only::balanceNow);
        assertThat(only.balanceNow().plan().epoch()).isEqualTo(1);
        assertThat(cluster.table.balancerEpoch().fence()).isGreaterThan(strange);
    }

    @Test
    void planLeftOpenByADeadLeader_isFinishedUponElection() throws Exception {
        long dead = cluster.table.claim("dead").fence();
        cluster.table.advanceEpoch(dead);
        var row = cluster.row(object("hot"));
        cluster.table.storePlan(
                dead,
                new StoredPlan(
                        1,
                        List.of(new Remap(
                                row.id(), row.version(), RedundancyEvent.UPGRADE, TestCluster.rep(6, 7, 8), 1, "")),
                        false));
        leader(cluster.table);
        await().until(() -> cluster.table.openPlan().isEmpty());
        assertThat(cluster.row(object("hot")).remapEpoch()).isEqualTo(1);
        assertThat(epoch()).as("no epoch has ended for that").isEqualTo(2);
    }

    @Test
    void epochs_endByThemselves_oneAtATime() throws Exception {
        leader(cluster.table);
        for (int ended = 1; ended <= 3; ended++) {
            assertThat(epoch()).isEqualTo(ended);
            endOfEpoch();
            int next = ended + 1;
            await().until(() -> epoch() == next);
            awaitTurns();
        }
    }

    @Test
    void epochEndedByAnOperator_isFollowedByAWholeOne() throws Exception {
        BalancerService only = leader(cluster.table);
        ticker.addAndGet(EPOCH.toNanos() - 1);
        only.balanceNow();
        ticker.addAndGet(EPOCH.toNanos() - 1);
        var turns = new AtomicInteger();
        cluster.at(0).before(MessageType.WEAR_REPORT, request -> turns.incrementAndGet());
        ticker.addAndGet(1);
        await().until(() -> epoch() == 3);
        await().until(() ->
                registry.get("chameleon_balancer_epoch_duration").timer().count() == 2);
        assertThat(turns).hasValue(1);
    }

    @Test
    void epochWhoseObjectsCannotBeCounted_endsAllTheSame() throws Exception {
        BalancerService only = leader(Interception.of(cluster.table, (method, call) -> {
            if (method.equals("countByState")) {
                throw new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, "too many rows");
            }
            return call.proceed();
        }));
        long before = epoch();

        assertThat(only.balanceNow().states()).isEmpty();
        assertThat(epoch()).isEqualTo(before + 1);
    }

    @Test
    void epochThatTakesLongerThanItsPeriod_isFollowedByTheNext_notOverlapped() throws Exception {
        AtomicInteger under = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        cluster.at(0).before(MessageType.WEAR_REPORT, request -> endOfEpoch());
        BalancerService only = leader(Interception.of(cluster.table, (method, call) -> {
            if (method.equals("storePlan")) {
                most.accumulateAndGet(under.incrementAndGet(), Math::max);
            }
            Object answer = call.proceed();
            if (method.equals("countByState")) {
                under.decrementAndGet();
            }
            return answer;
        }));
        endOfEpoch();
        for (int i = 0; i < 3; i++) {
            only.balanceNow();
        }
        await().until(() -> epoch() > 6);
        assertThat(most).hasValue(1);
    }

    @Test
    void failedEpoch_isTriedAgain_andOneThatFailedHalfway_isFinishedWithoutEndingAnother() throws Exception {
        Deque<String> failures = new ArrayDeque<>(List.of("advanceEpoch", "remap"));
        leader(Interception.of(cluster.table, (method, call) -> {
            synchronized (failures) {
                if (method.equals(failures.peek())) {
                    failures.remove();
                    throw new ChameleonError(ErrorCode.UNAVAILABLE, "the database restarts");
                }
            }
            return call.proceed();
        }));
        endOfEpoch();
        await().until(() -> failed("epoch") == 1);
        awaitTurns();
        assertThat(failed("epoch")).as("not before a second has passed").isEqualTo(1);
        assertThat(epoch()).isEqualTo(1);
        ticker.addAndGet(Duration.ofSeconds(1).toNanos());
        await().until(() -> failed("epoch") == 2);
        assertThat(epoch()).isEqualTo(2);
        assertThat(cluster.table.openPlan()).isPresent();
        ticker.addAndGet(Duration.ofSeconds(1).toNanos());
        await().until(() -> cluster.table.openPlan().isEmpty());
        assertThat(cluster.row(object("hot")).remapEpoch()).isEqualTo(1);
        assertThat(epoch()).isEqualTo(2);
    }

    private double failed(String task) {
        var counter = registry.find("chameleon_balancer_failures_total")
                .tag("task", task)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    @Test
    void close_letsARunningEpochFinish_andGivesUpLeadership() throws Exception {
        CountDownLatch stored = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        RemapTable pausing = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("storePlan")) {
                stored.countDown();
                goOn.await();
            }
            return answer;
        });
        BalancerService first = leader(pausing);
        BalancerService second = service("second", session());
        endOfEpoch();
        stored.await();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> {
            try {
                first.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(cluster.table.openPlan()).isPresent();
        goOn.countDown();
        closed.join();

        assertThat(cluster.table.openPlan()).isEmpty();
        assertThat(first.isLeader()).isFalse();
        assertCode(ErrorCode.UNAVAILABLE, first::balanceNow);
        await().until(second::isLeader);
        first.close();
    }

    @Test
    void close_ofAServiceThatNeverStarted_doesNothing() throws Exception {
        new BalancerService(session(), cluster.balancer(CONFIG), CONFIG, "unused", registry).close();
    }

    @Test
    void leader_collectsGarbageAndOrphans_othersDoNot() throws Exception {
        BalancerConfig quick = CONFIG.withGrace(Duration.ofSeconds(1));
        cluster.send(ec(0, 1, 2, 3, 4, 5), bytes(15_000, 77));
        cluster.clock.advance(GRACE.plusSeconds(1));
        service("only", session(), quick, cluster.table);

        await().until(() -> registry.get("chameleon_balancer_orphans_deleted_total")
                        .counter()
                        .count()
                >= 6);
        // The reaper leaves readers time: what was condemned now goes a little later.
        cluster.clock.advance(Duration.ofSeconds(6));
        await().until(() -> cluster.servers().stream()
                        .mapToInt(server -> server.fragments().size())
                        .sum()
                == 6);
        cluster.assertComplete(object("hot"), bytes(15_000, 9));
        await().until(() ->
                registry.get("chameleon_balancer_reaped_total").counter().count() >= 9 * 6 + 6);
    }

    @Test
    void metrics_tellWhatTheLastEpochDid() throws Exception {
        BalancerService only = leader(cluster.table);
        assertThat(registry.get("chameleon_balancer_leader").gauge().value()).isEqualTo(1);
        EpochReport report = only.balanceNow();

        assertThat(registry.get("chameleon_balancer_epoch_duration").timer().count())
                .isEqualTo(1);
        assertThat(registry.get("chameleon_balancer_remaps_total")
                        .tag("outcome", "APPLIED")
                        .counter()
                        .count())
                .isEqualTo(report.plan().remaps().size())
                .isPositive();
        assertThat(registry.get("chameleon_balancer_wear_sigma_erases").gauge().value())
                .isEqualTo(report.plan().before().sigma())
                .isPositive();
        assertThat(registry.get("chameleon_balancer_wear_mean_erases").gauge().value())
                .isEqualTo(report.plan().before().mean())
                .isPositive();
        assertThat(registry.get("chameleon_balancer_objects")
                        .tag("state", "LATE_REP")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }

    @Test
    void endpoint_answersDryRunsAndBalancing() throws Exception {
        BalancerService only = leader(cluster.table);
        Endpoint endpoint = bind(only);

        BalanceResponse dry = balance(endpoint, true);
        assertThat(epoch()).isEqualTo(1);
        assertThat(dry.getOutcomesMap()).isEmpty();
        assertThat(dry.getPolicy()).isEqualTo("chameleon");

        BalanceResponse done = balance(endpoint, false);
        assertThat(epoch()).isEqualTo(2);
        assertThat(done.getEpoch()).isEqualTo(1);
        assertThat(done.getRemapsList()).isEqualTo(dry.getRemapsList()).hasSizeGreaterThan(0);
        assertThat(RemapWire.unpack(done.getRemaps(0)).id()).isEqualTo(object("hot"));
        assertThat(done.getOutcomesMap())
                .containsExactly(Map.entry(RemapWire.code(Remap.Outcome.APPLIED), done.getRemapsCount()));
        assertThat(done.getSigmaBefore()).isGreaterThan(done.getSigmaAfter());
        assertThat(done.getMeanBefore()).isPositive();
    }

    @Test
    void endpointOfAServiceThatDoesNotLead_isUnavailable_butPlansForWhoeverAsks() throws Exception {
        leader(cluster.table);
        BalancerService second = service("second", session());
        Endpoint endpoint = bind(second);

        assertCode(ErrorCode.UNAVAILABLE, () -> balance(endpoint, false));
        assertThat(balance(endpoint, true).getRemapsCount()).isPositive();
        assertThat(epoch()).isEqualTo(1);
    }

    @Test
    void endpoint_refusesOtherRequests_inOneLine() throws Exception {
        Endpoint endpoint = bind(leader(cluster.table));
        assertCode(
                ErrorCode.INVALID_REQUEST,
                () -> Calls.await(cluster.network.call(
                        endpoint,
                        Message.of(MessageType.WEAR_REPORT, Empty.getDefaultInstance()),
                        Duration.ofMinutes(2))));
    }

    private Endpoint bind(BalancerService service) {
        Endpoint endpoint = new Endpoint("balancer", 1);
        var workers = Executors.newVirtualThreadPerTaskExecutor();
        open.push(workers);
        cluster.network.bind(endpoint, new BalancerEndpoint(service, workers));
        return endpoint;
    }

    private BalanceResponse balance(Endpoint endpoint, boolean dryRun) {
        BalanceRequest request = BalanceRequest.newBuilder().setDryRun(dryRun).build();
        return Calls.await(
                        cluster.network.call(endpoint, Message.of(MessageType.BALANCE, request), Duration.ofMinutes(2)))
                .header(BalanceResponse.class);
    }
}
