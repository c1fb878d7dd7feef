package io.chameleon.balancer;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.balancer.garbage.Reaper;
import io.chameleon.balancer.repair.Repairer;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What the leader asks of 5,000 servers and of the mapping table: requests are counted, not time. */
class ManyServersTest {
    private static final int SERVERS = 5_000;
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** No fragment of it is padding. */
    private static final byte[] CONTENT = bytes(15_900, 1);

    @AutoClose
    private final TestCluster cluster =
            new TestCluster(SERVERS, 1, number -> "zone-" + number % 3, number -> "node-" + number / 12);

    private final Balancer balancer = cluster.balancer(TestCluster.config());
    private final long fence = cluster.table.claim("only").fence();

    private long received(MessageType type) {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(type))
                .sum();
    }

    @Test
    void repair_asksTheServersThatItRepairsTo_notAll() {
        int objects = 40;
        for (int i = 0; i < objects; i++) {
            ObjectMapping row = cluster.write(object("o" + i), SIX, bytes(48_000, i));
            cluster.at(0).lose(row.writeId());
            cluster.table.reportDamage(new Damage(row.id(), row.writeId(), List.of(0)));
        }
        cluster.lose(0);

        Repairer repairer = balancer.repairer();
        for (int step = 0; step < 10 && repairer.repair(fence); step++) {
            cluster.clock.advance(SECOND);
        }
        for (int i = 0; i < objects; i++) {
            cluster.assertComplete(object("o" + i), bytes(48_000, i));
        }
        assertThat(received(MessageType.WEAR_REPORT))
                .as("one for each server that took a fragment")
                .isEqualTo(cluster.servers().stream()
                        .filter(server -> server.received(MessageType.PUT_FRAGMENT) > 0)
                        .count());
        assertThat(received(MessageType.LIST_FRAGMENTS)).isZero();
    }

    @Test
    void discovery_asksAboutFiftyServersASecondForTheirDamage_andAllInTurn() {
        Repairer repairer = balancer.repairer();
        int seconds = SERVERS / 50 + 10;
        for (int i = 0; i < seconds; i++) {
            boolean unused = repairer.discover(fence);
            cluster.clock.advance(SECOND);
        }
        assertThat(received(MessageType.DAMAGED_FRAGMENTS)).isBetween((long) SERVERS, 50L * (seconds + 1));
        assertThat(cluster.servers()).allMatch(server -> server.received(MessageType.DAMAGED_FRAGMENTS) >= 1);
        assertThat(received(MessageType.LIST_FRAGMENTS)).as("the inventory").isLessThanOrEqualTo(2L * seconds);
        assertThat(received(MessageType.WEAR_REPORT)).isZero();
    }

    @Test
    void epoch_asksEachServerOnce_andGoesOnWithoutThoseThatAreSilent() {
        List<FakeFlashServer> silent = cluster.servers().subList(100, 150);
        silent.forEach(server -> server.fail(MessageType.WEAR_REPORT, ErrorCode.DEADLINE_EXCEEDED));
        EpochReport report = balancer.runEpoch(fence);
        assertThat(report.plan().remaps()).isEmpty();
        assertThat(received(MessageType.WEAR_REPORT)).isEqualTo(SERVERS);
    }

    /** Overwritten objects are all over the cluster: a page of a thousand rows would delete one write a request. */
    @Test
    void reaper_sendsAServerOneRequest_forAllThatThePageHasOfIt() {
        int objects = 1_300;
        for (int write = 0; write < 2; write++) {
            for (int i = 0; i < objects; i++) {
                commit("o" + i, somewhere(i));
            }
        }
        CountedTable table = new CountedTable();
        assertThat(reaper(table, TestCluster.MOST_PER_PAGE).reap(Duration.ZERO)).isEqualTo(6 * objects);
        assertThat(received(MessageType.DELETE_FRAGMENTS)).isLessThanOrEqualTo(SERVERS);
        assertThat(cluster.servers()).allMatch(server -> server.received(MessageType.DELETE_FRAGMENTS) <= 1);
        assertThat(table.reads.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void reaper_withNothingDue_asksAFewServersWhetherTheyAreShortOfSpace_allInTurn() {
        for (int write = 0; write < 2; write++) {
            for (int i = 0; i < 100; i++) {
                commit("o" + i, somewhere(i));
            }
        }
        Reaper reaper = reaper(cluster.table, TestCluster.MOST_PER_PAGE);
        assertThat(reaper.reap()).isZero();
        long first = received(MessageType.DELETE_FRAGMENTS);
        assertThat(first).isBetween(1L, 64L);
        for (int i = 0; i < 10; i++) {
            assertThat(reaper.reap()).isZero();
        }
        assertThat(cluster.table.garbage(0, 1_000))
                .allMatch(row -> cluster.at(row.server()).received(MessageType.DELETE_FRAGMENTS) > 0);
    }

    /** The rows of one silent server fill a page: the queues of the others were read one by one. */
    @Test
    void reaper_readsTheQueuesOfAllAnsweringServersTogether() {
        int silentRows = 1_200;
        for (int write = 0; write <= silentRows; write++) {
            commit("silent", new Placement(RedundancyScheme.REP_3, SIX.servers().subList(0, 3)));
        }
        cluster.clock.advance(SECOND);
        for (int write = 0; write < 2; write++) {
            for (int i = 0; i < 500; i++) {
                commit("o" + i, somewhere(i));
            }
        }
        IntStream.range(0, 3).forEach(cluster::lose);
        CountedTable table = new CountedTable();
        long rows = cluster.table.garbage(0, Integer.MAX_VALUE).stream()
                .filter(row -> cluster.at(row.server()).info().isReadable())
                .count();

        assertThat(reaper(table, 1_000).reap(Duration.ZERO)).isEqualTo((int) rows);
        assertThat(table.reads.get()).as("not one a server").isLessThan(10);
    }

    /** Six servers in three zones that differ from object to object. */
    private static Placement somewhere(int number) {
        return ec(
                IntStream.range(0, 6).map(i -> (number * 7 + i * 811) % SERVERS).toArray());
    }

    /** Only the row: what is deleted need not be there. */
    private void commit(String key, Placement to) {
        WriteId writeId = cluster.writeIds().next();
        assertThat(cluster.commit(object(key), writeId, to, CONTENT, List.of())).isNotNull();
    }

    private Reaper reaper(GarbageTable table, int mostPerPage) {
        return new Reaper(table, cluster.flash(), Duration.ofSeconds(5), TestCluster.GRACE, cluster.clock, mostPerPage);
    }

    private Reaper reaper(CountedTable table, int mostPerPage) {
        return reaper(table.proxy, mostPerPage);
    }

    private final class CountedTable {
        final AtomicInteger reads = new AtomicInteger();
        final GarbageTable proxy = (GarbageTable) Proxy.newProxyInstance(
                GarbageTable.class.getClassLoader(), new Class<?>[] {GarbageTable.class}, (self, method, arguments) -> {
                    reads.addAndGet(method.getName().equals("garbage") ? 1 : 0);
                    try {
                        return method.invoke(cluster.table, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }
}
