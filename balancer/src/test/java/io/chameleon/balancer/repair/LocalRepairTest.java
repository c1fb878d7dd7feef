package io.chameleon.balancer.repair;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.testing.Seed;
import io.chameleon.transport.protocol.MessageType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Repair of locally repairable codes: from the group where that is possible, and never of too little. */
class LocalRepairTest {
    private static final RedundancyScheme LRC = RedundancyScheme.parse("LRC(4+2+2)");
    private static final Placement EIGHT =
            new Placement(LRC, IntStream.range(0, 8).mapToObj(i -> server(i)).toList());
    private static final int SIZE = 4 * TestCluster.SEGMENT;

    @RegisterExtension
    final Seed seed = Seed.given();

    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    private final long fence = cluster.table.claim("only").fence();
    private final Repairer repairer = cluster.balancer(TestCluster.config()).repairer();

    private void repair() {
        for (int i = 0; i < 1_000; i++) {
            if (!repairer.step(fence)) {
                return;
            }
        }
        throw new AssertionError("no end of repair: " + cluster.table.repairStatus());
    }

    private void lose(Integer... indexes) {
        ObjectMapping row = cluster.row(object("cat"));
        Arrays.stream(indexes)
                .forEach(index -> cluster.at(row.live().servers().get(index)).lose(row.writeId()));
        cluster.table.reportDamage(new Damage(row.id(), row.writeId(), List.of(indexes)));
    }

    /** Servers that were asked for a fragment, without those that a repair always asks: where it was, and is now. */
    private int readFrom(List<Integer> lost) {
        return (int) IntStream.range(0, 8)
                .filter(i -> !lost.contains(i))
                .mapToObj(cluster::at)
                .filter(server -> server.received(MessageType.GET_FRAGMENT) > 0)
                .count();
    }

    @Test
    void oneLostFragmentOfAGroup_isMadeFromTheOthersOfTheGroup_halfOfWhatAllDataTakes() {
        byte[] content = bytes(SIZE, 1);
        cluster.write(object("cat"), EIGHT, content);
        lose(1);
        repair();
        assertThat(readFrom(List.of(1))).isEqualTo(2);
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void oneLostFragmentOfEachGroup_isMadeFromItsGroup_andAParityOverAllFromAllData() {
        byte[] content = bytes(SIZE, 2);
        cluster.write(object("cat"), EIGHT, content);
        lose(0, 5);
        repair();
        assertThat(readFrom(List.of(0, 5))).isEqualTo(4);
        cluster.assertComplete(object("cat"), content);
        lose(7);
        repair();
        cluster.assertComplete(object("cat"), content);
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
    }

    @Test
    void groupOfWhichAnotherFragmentTurnsOutToBeDamaged_isMadeFromTheWholeStripe() {
        byte[] content = bytes(SIZE, 3);
        cluster.write(object("cat"), EIGHT, content);
        cluster.at(0).corruptAll();
        lose(1);
        repair();
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void everyLossThatTheCodeBears_isRepaired_andNoOtherIsMadeUp() {
        Random random = new Random(seed.value());
        for (int round = 0; round < 12; round++) {
            byte[] content = bytes(SIZE + round, round);
            cluster.write(object("cat"), EIGHT, content);
            List<Integer> indexes =
                    new ArrayList<>(IntStream.range(0, 8).boxed().toList());
            Collections.shuffle(indexes, random);
            List<Integer> lost = indexes.subList(0, 2 + random.nextInt(4));
            BitSet left = new BitSet();
            left.set(0, 8);
            lost.forEach(left::clear);
            lose(lost.toArray(Integer[]::new));
            int there = ofCat();
            assertThat(LRC.isReadable(left)).as("lost %s", lost).isEqualTo(LRC.margin(lost) >= 0);
            repair();
            if (LRC.isReadable(left)) {
                cluster.assertComplete(object("cat"), content);
            } else {
                assertThat(cluster.row(object("cat")).degraded())
                        .as("lost %s", lost)
                        .isTrue();
                assertThat(ofCat()).isEqualTo(there);
            }
            cluster.table.delete(object("cat"), Condition.NONE);
        }
    }

    private int ofCat() {
        ObjectMapping row = cluster.row(object("cat"));
        return cluster.servers().stream()
                .mapToInt(server -> server.count(row.writeId()))
                .sum();
    }
}
