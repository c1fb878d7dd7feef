package io.chameleon.balancer.garbage;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.transport.protocol.MessageType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReaperTest {
    private static final Duration DELAY = Duration.ofSeconds(5);

    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    private final Reaper reaper = new Reaper(
            cluster.table, cluster.flash(), DELAY, Duration.ofHours(1), cluster.clock, TestCluster.MOST_PER_PAGE);

    @Test
    void supersededFragments_areDeletedAfterTheDelay_andNothingElse() {
        ObjectMapping old = cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(48_000, 1));
        cluster.write(object("cat"), rep(0, 6, 7), bytes(48_000, 2));
        cluster.write(object("dog"), ec(0, 1, 2, 3, 4, 5), bytes(15_100, 3));
        WriteId uncommitted = cluster.send(ec(0, 1, 2, 3, 4, 5), bytes(15_100, 4));

        cluster.clock.advance(DELAY.minusMillis(1));
        assertThat(reaper.reap()).isZero();
        assertThat(cluster.fragmentsOf(old.writeId())).as("readers in flight").isEqualTo(3 * 6);

        cluster.clock.advance(Duration.ofMillis(1));
        assertThat(reaper.reap()).isEqualTo(6);
        assertThat(cluster.fragmentsOf(old.writeId())).isZero();
        assertThat(waiting()).isEmpty();
        cluster.assertComplete(object("cat"), bytes(48_000, 2));
        cluster.assertComplete(object("dog"), bytes(15_100, 3));
        assertThat(cluster.fragmentsOf(uncommitted))
                .as("reconciliation's business")
                .isEqualTo(6);
    }

    @Test
    void fragmentsOfADeletedObject_go() {
        ObjectMapping cat = cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(15_100, 1));
        cluster.table.delete(object("cat"), Condition.NONE);
        assertThat(reaper.reap(Duration.ZERO)).isEqualTo(6);
        assertThat(cluster.fragmentsOf(cat.writeId())).isZero();
    }

    @Test
    void serverThatIsShortOfSpace_getsRidOfAllThatIsSuperseded_andTheOthersWait() {
        ObjectMapping old = cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(48_000, 1));
        cluster.write(object("cat"), rep(6, 7, 8), bytes(48_000, 2));
        cluster.at(2).shortOfSpace(true);

        assertThat(reaper.reap()).isEqualTo(1);
        assertThat(cluster.fragmentsOf(old.writeId())).isEqualTo(3 * 5);
        cluster.at(2).shortOfSpace(false);
        cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(48_000, 3));
        cluster.write(object("cat"), rep(6, 7, 8), bytes(48_000, 4));
        assertThat(reaper.reap()).as("there is room again").isZero();

        cluster.clock.advance(DELAY);
        assertThat(reaper.reap()).isEqualTo(5 + 3 + 6);
    }

    @Test
    void serverThatIsShortOfSpace_isRidOfMoreThanABatch() {
        int writes = Reaper.BATCH + 200;
        for (int i = 0; i <= writes; i++) {
            cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(100, i));
        }
        cluster.at(0).shortOfSpace(true);
        assertThat(reaper.reap()).isEqualTo(writes);
        assertThat(cluster.at(0).fragments()).hasSize(1);
    }

    @Test
    void reaperOfAShortGracePeriod_dropsWhatItHasHeldForAQuarterOfIt() {
        overwrite(1);
        GarbageTable slow = (GarbageTable) Proxy.newProxyInstance(
                GarbageTable.class.getClassLoader(), new Class<?>[] {GarbageTable.class}, (self, method, args) -> {
                    Object answer = method.invoke(cluster.table, args);
                    cluster.clock.advance(Duration.ofSeconds(16));
                    return answer;
                });

        assertThat(new Reaper(
                                slow,
                                cluster.flash(),
                                DELAY,
                                Duration.ofMinutes(1),
                                cluster.clock,
                                TestCluster.MOST_PER_PAGE)
                        .reap(Duration.ZERO))
                .isZero();
        assertThat(cluster.servers()).allMatch(server -> server.received(MessageType.DELETE_FRAGMENTS) == 0);
    }

    /** A row that another reaper collected is forgotten one day, and its write may be live there again. */
    @Test
    void reaperThatWasStoppedBetweenReadingAndDeleting_deletesNothing() {
        overwrite(1);
        GarbageTable slow = (GarbageTable) Proxy.newProxyInstance(
                GarbageTable.class.getClassLoader(), new Class<?>[] {GarbageTable.class}, (self, method, args) -> {
                    Object answer = method.invoke(cluster.table, args);
                    cluster.clock.advance(Duration.ofMinutes(6));
                    return answer;
                });

        assertThat(new Reaper(
                                slow,
                                cluster.flash(),
                                DELAY,
                                Duration.ofHours(1),
                                cluster.clock,
                                TestCluster.MOST_PER_PAGE)
                        .reap(Duration.ZERO))
                .isZero();
        assertThat(cluster.servers()).allMatch(server -> server.received(MessageType.DELETE_FRAGMENTS) == 0);
        assertThat(waiting()).hasSize(6);
        assertThat(reaper.reap()).isEqualTo(6);
    }

    @Test
    void row_isMarkedOnlyOnceItsServerHasAnswered() {
        overwrite(1);
        cluster.at(2)
                .before(
                        MessageType.DELETE_FRAGMENTS,
                        request -> assertThat(waiting()).hasSize(6));
        cluster.at(3).fail(MessageType.DELETE_FRAGMENTS, ErrorCode.INTERNAL);

        assertThat(reaper.reap(Duration.ZERO)).isEqualTo(5);
        assertThat(waiting()).extracting(Garbage::server).containsExactly(TestCluster.server(3));
        assertThat(cluster.at(3).fragments()).hasSize(1 + 1);

        cluster.at(3).heal();
        assertThat(reaper.reap(Duration.ZERO)).isEqualTo(1);
        assertThat(waiting()).isEmpty();
        assertThat(cluster.at(3).fragments()).hasSize(1);
    }

    @Test
    void reaperThatDiesBeforeItMarksRows_isFollowedByOneThatDeletesAgain() {
        overwrite(1);
        AtomicBoolean first = new AtomicBoolean(true);
        GarbageTable dying = (GarbageTable) Proxy.newProxyInstance(
                GarbageTable.class.getClassLoader(),
                new Class<?>[] {GarbageTable.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("collected") && first.getAndSet(false)) {
                        throw new IllegalStateException("killed");
                    }
                    try {
                        return method.invoke(cluster.table, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
        Reaper killed = new Reaper(
                dying, cluster.flash(), DELAY, Duration.ofHours(1), cluster.clock, TestCluster.MOST_PER_PAGE);
        assertThatThrownBy(() -> killed.reap(Duration.ZERO)).hasMessage("killed");
        assertThat(waiting()).hasSize(6);

        assertThat(reaper.reap(Duration.ZERO)).isEqualTo(6);
        cluster.assertComplete(object("o0"), bytes(15_010, 1));
    }

    /**
     * More rows than one page of the outbox wait for two servers: one is known to be unreachable, the other does not
     * answer.
     */
    @Test
    void rowsOfSilentServers_doNotKeepTheOthersFromBeingCollected() {
        cluster.at(0).status(ServerInfo.Status.DOWN);
        cluster.at(1).fail(MessageType.DELETE_FRAGMENTS, ErrorCode.UNAVAILABLE);
        int objects = Reaper.BATCH / 3 + 200;
        for (int write = 0; write < 2; write++) {
            for (int i = 0; i < objects; i++) {
                cluster.write(object("silent" + i), rep(0, 1, 2), bytes(15_010, write));
            }
        }
        cluster.clock.advance(Duration.ofSeconds(1));
        overwriteOn(objects, 3, 4, 5, 6, 7, 8);
        assertThat(waiting()).hasSize(3 * objects + 6 * objects);

        assertThat(reaper.reap(Duration.ZERO)).as("all but two servers' rows").isEqualTo(objects + 6 * objects);
        assertThat(waiting())
                .hasSize(2 * objects)
                .allMatch(row -> row.server().equals(TestCluster.server(0))
                        || row.server().equals(TestCluster.server(1)));
        assertThat(cluster.at(1).received(MessageType.DELETE_FRAGMENTS))
                .as("asked once in a round")
                .isEqualTo(1);

        cluster.at(0).status(ServerInfo.Status.UP);
        cluster.at(1).heal();
        assertThat(reaper.reap(Duration.ZERO)).isEqualTo(2 * objects);
        assertThat(waiting()).isEmpty();
    }

    @Test
    void serverThatIsDraining_isReapedToo() {
        overwrite(1);
        cluster.at(2).status(ServerInfo.Status.DRAINING);
        assertThat(reaper.reap(Duration.ZERO)).isEqualTo(6);
    }

    private void overwrite(int objects) {
        overwriteOn(objects, 0, 1, 2, 3, 4, 5);
    }

    private void overwriteOn(int objects, int... servers) {
        for (int write = 0; write < 2; write++) {
            for (int i = 0; i < objects; i++) {
                cluster.write(object("o" + i), ec(servers), bytes(15_010, write));
            }
        }
    }

    private List<Garbage> waiting() {
        return cluster.table.garbage(0, Integer.MAX_VALUE);
    }
}
