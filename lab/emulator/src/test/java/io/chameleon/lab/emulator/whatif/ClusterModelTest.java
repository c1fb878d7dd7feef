package io.chameleon.lab.emulator.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.lab.emulator.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** From the data read from a cluster to the emulated model. */
class ClusterModelTest {
    private static final int PAGE = 4_096;
    private static final int SERVERS = 8;
    private static final int BLOCKS = 1_000;
    private static final int CAPACITY = 54_400; // 0.85 of the pages of 1000 blocks

    private static WearReport device(int server, long erases) {
        return new WearReport(
                new ServerId("flash-" + server),
                erases,
                0,
                0,
                0,
                CAPACITY,
                0,
                PAGE,
                64,
                BLOCKS,
                server == 1 ? 1_000 : 3_000,
                0,
                new WearReport.LatencySummary(0, 0, 0));
    }

    private static Placement on(RedundancyScheme scheme, int... servers) {
        return new Placement(
                scheme,
                IntStream.of(servers)
                        .mapToObj(server -> new ServerId("flash-" + server))
                        .toList());
    }

    private static LiveCluster live(int sample, List<LiveObject> objects, int... answering) {
        ObjectSample drawn = new ObjectSample(sample, PAGE, new SplittableRandom(1));
        objects.forEach(drawn::add);
        List<WearReport> devices = IntStream.of(answering)
                .mapToObj(server -> device(server, server * 30_000L))
                .toList();
        return new LiveCluster(devices, List.of(), drawn, 0, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2);
    }

    private static int[] all() {
        return IntStream.range(0, SERVERS).toArray();
    }

    private static List<LiveObject> many(int count, double writes) {
        List<LiveObject> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int at = i % SERVERS;
            Placement placement = on(
                    RedundancyScheme.EC_4_2,
                    IntStream.range(0, 6).map(j -> (at + j) % SERVERS).toArray());
            objects.add(new LiveObject(64 << 10, 8 << 20, placement, writes));
        }
        return objects;
    }

    @Test
    void everyObject_isThereWithItsSize_whereItIs() {
        Placement rep = on(RedundancyScheme.REP_3, 7, 0, 3);
        Placement ec = on(RedundancyScheme.EC_4_2, 5, 4, 3, 2, 1, 0);
        LiveCluster live =
                live(10, List.of(new LiveObject(12_345, 8 << 20, rep, 2), new LiveObject(99, 8 << 20, ec, 1)), all());
        ClusterModel model = ClusterModel.of(live, 4, 1);
        Workload workload = model.workload().requests();
        assertThat(model.objects()).isEqualTo(2);
        assertThat(model.scale()).isEqualTo(1);
        assertThat(workload.objects()).isEqualTo(2);
        for (int object = 0; object < 2; object++) {
            Placement placement = model.placements().get(object);
            boolean replicated = workload.objectBytes(object) == 12_345;
            assertThat(placement.scheme()).isEqualTo(replicated ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2);
            assertThat(placement.servers().stream().map(ServerId::value))
                    .containsExactly(
                            replicated
                                    ? new String[] {"s7", "s0", "s3"}
                                    : new String[] {"s5", "s4", "s3", "s2", "s1", "s0"});
        }
    }

    @Test
    void objectOfSeveralSegments_isCutUp_eachPartInTheSamePlace() {
        Placement rep = on(RedundancyScheme.REP_3, 1, 2, 3);
        LiveCluster live = live(10, List.of(new LiveObject(2_500_000, 1 << 20, rep, 1)), all());
        ClusterModel model = ClusterModel.of(live, 4, 1);
        Workload workload = model.workload().requests();
        assertThat(IntStream.range(0, workload.objects()).map(workload::objectBytes))
                .containsExactly(1 << 20, 1 << 20, 2_500_000 - (2 << 20));
        assertThat(model.placements())
                .hasSize(3)
                .containsOnly(model.placements().getFirst());
    }

    @Test
    void wearAndEndurance_areKeptAsShares() {
        ClusterModel model = ClusterModel.of(live(10_000, many(2_000, 1), all()), 4, 1);
        for (int server = 0; server < SERVERS; server++) {
            var device = model.cluster().devices().get(server);
            assertThat(device.ratedErases()).isEqualTo(server == 1 ? 1_000 : 3_000);
            double used = device.priorErases() / (model.blocks().get(server) * device.ratedErases());
            assertThat(used).isCloseTo(server * 30_000.0 / BLOCKS / device.ratedErases(), within(1e-4));
        }
    }

    @Test
    void sample_shrinksDevicesAsMuchAsData_andKeepsTheRateOfWrites() {
        ClusterModel whole = ClusterModel.of(live(10_000, many(2_000, 1), all()), 8, 1);
        ClusterModel quarter = ClusterModel.of(live(500, many(2_000, 1), all()), 8, 1);
        assertThat(quarter.objects()).isEqualTo(500);
        assertThat(quarter.scale()).isCloseTo(0.25, within(1e-9));
        assertThat(quarter.cluster().utilisation()).isCloseTo(whole.cluster().utilisation(), within(1e-9));
        assertThat(quarter.workload().stretch()).isEqualTo(whole.workload().stretch());
        double ratio = (double) quarter.workload().requests().requests()
                / whole.workload().requests().requests();
        assertThat(ratio).isCloseTo(0.25, within(0.02));
    }

    @Test
    void writes_areThoseOfTheHeat_timesWhatAnEpochStandsFor() {
        ClusterModel model = ClusterModel.of(live(10_000, many(2_000, 0.5), all()), 8, 1);
        double expected = 2_000 * 0.5 * 8 * model.workload().stretch();
        assertThat((double) model.workload().requests().requests())
                .isCloseTo(expected, within(5 * Math.sqrt(expected)));
    }

    @Test
    void fragmentsOfSilentServers_areOnOthers_theRestWhereTheyWere() {
        Placement ec = on(RedundancyScheme.EC_4_2, 0, 1, 2, 3, 4, 5);
        LiveCluster live = live(10, List.of(new LiveObject(50_000, 8 << 20, ec, 1)), 0, 1, 2, 4, 5, 6, 7);
        Placement placed = ClusterModel.of(live, 4, 1).placements().getFirst();
        // Without flash-3, flash-4 is the fourth device, called s3.
        assertThat(placed.servers().stream().map(ServerId::value).toList())
                .startsWith("s0", "s1", "s2")
                .endsWith("s3", "s4")
                .element(3)
                .isIn("s5", "s6");
    }

    @Test
    void dataThatDoesNotFit_isRefusedInOneLine() {
        assertThatThrownBy(() -> ClusterModel.of(live(100_000, many(17_500, 1), all()), 4, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cluster: '")
                .hasMessageContaining("% full' given, expected at most 95 % of the devices that answered");
    }
}
