package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clusters that seeds draw: each must be one that the store promises to serve. */
class ClusterShapeTest {
    private static final List<ClusterShape> SHAPES = LongStream.rangeClosed(1, 200)
            .mapToObj(seed -> ClusterShape.of(new SplittableRandom(seed)))
            .toList();

    @Test
    void seed_decidesTheShape() {
        assertThat(ClusterShape.of(new SplittableRandom(7))).isEqualTo(ClusterShape.of(new SplittableRandom(7)));
        assertThat(new HashSet<>(SHAPES)).hasSizeGreaterThan(100);
    }

    /** One server may be drained and another lost. */
    @Test
    void servers_areEnoughForEveryScheme_withoutTwo() {
        RedundancyScheme widest = RedundancyScheme.EC_4_2;
        assertThat(SHAPES).allSatisfy(shape -> {
            assertThat(shape.servers() - 1).isGreaterThanOrEqualTo(widest.width());
            int own = shape.work().ofVersioned().settings().values().stream()
                    .mapToInt(text -> RedundancyScheme.parse(text).width())
                    .max()
                    .orElseThrow();
            assertThat(shape.servers() - 2).isGreaterThanOrEqualTo(own);
        });
    }

    @Test
    void seeds_drawClustersOfEveryKind() {
        assertThat(SHAPES).extracting(ClusterShape::servers).contains(7, 8, 9, 10);
        assertThat(SHAPES).extracting(ClusterShape::zones).containsOnly(0, 4);
        assertThat(SHAPES).extracting(ClusterShape::nodes).contains(0, 2, 4);
        assertThat(SHAPES).extracting(ClusterShape::clients).containsOnly(2, 3);
        assertThat(SHAPES).extracting(ClusterShape::isBraked).contains(true, false);
        assertThat(SHAPES).extracting(shape -> shape.balancer().policy()).containsOnly("chameleon", "predictive");
        assertThat(SHAPES)
                .extracting(shape -> shape.work().ofVersioned().settings().containsValue("LRC(4+2+1)"))
                .contains(true, false);
    }

    private static ClusterShape shape(int zones, int nodes) {
        ClusterShape of = SHAPES.getFirst();
        return new ClusterShape(8, zones, nodes, of.clients(), of.flash(), of.balancer(), of.brake(), of.work());
    }

    @Test
    void zones_shareTheServersEvenly() {
        assertThat(IntStream.range(0, 8).mapToObj(shape(4, 0)::zone))
                .containsExactly("z0", "z1", "z2", "z3", "z0", "z1", "z2", "z3");
        assertThat(IntStream.range(0, 8).mapToObj(shape(0, 0)::zone)).containsOnly("");
    }

    /** With zones a name of a node is one of its zone: z0's n0 is not z1's. */
    @ParameterizedTest
    @CsvSource({"4, 2, 8", "0, 4, 4"})
    void nodes_areThereInEveryZone(int zones, int nodes, int machines) {
        ClusterShape shape = shape(zones, nodes);
        Set<String> different = new HashSet<>();
        IntStream.range(0, 8).forEach(server -> different.add(shape.zone(server) + "/" + shape.node(server)));
        assertThat(different).hasSize(machines);
    }

    @Test
    void serversWithoutNodes_haveAMachineEach() {
        assertThat(IntStream.range(0, 8).mapToObj(shape(4, 0)::node)).containsOnly("");
    }

    @Test
    void rules_areAboutSomeKeysOfBothBuckets() {
        assertThat(AgingRules.cover(new ObjectId(ClientRole.BUCKET, "k1"))).isTrue();
        assertThat(AgingRules.cover(new ObjectId(ClientRole.BUCKET, "k12"))).isTrue();
        assertThat(AgingRules.cover(new ObjectId(ClientRole.BUCKET, "k2"))).isFalse();
        assertThat(AgingRules.cover(new ObjectId(VersionsUser.BUCKET, "a0"))).isTrue();
        assertThat(AgingRules.cover(new ObjectId(VersionsUser.BUCKET, "v0"))).isFalse();
        assertThat(AgingRules.cover(new ObjectId("other", "k1"))).isFalse();
        assertThat(VersionsUser.KEYS.stream()
                        .map(key -> new ObjectId(VersionsUser.BUCKET, key))
                        .map(AgingRules::cover))
                .contains(true, false);
    }

    /** The balancer asks for the buckets whose objects grow old. */
    @Test
    void bothBuckets_growOld() {
        InMemoryMappingTable table = new InMemoryMappingTable(() -> Instant.ofEpochMilli(0), ClusterShape.GRACE);
        List<String> names = List.of(ClientRole.BUCKET, VersionsUser.BUCKET, "other");
        names.forEach(name -> table.buckets().create(name, ""));
        AgingRules.configure(table.buckets());
        assertThat(table.buckets().listAging("", 10))
                .extracting(BucketInfo::name)
                .containsExactlyInAnyOrder(ClientRole.BUCKET, VersionsUser.BUCKET);
    }
}
