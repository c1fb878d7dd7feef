package io.chameleon.benchmarks;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.redundancy.WriteHeat;
import io.chameleon.lab.emulator.HeatIndex;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.choice.WearPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One epoch's planning from an index by heat: takes the hottest and the coldest objects from it, makes a snapshot of
 * their rows, and lets the policy plan. Objects are Zipf-hot stripes where the ring puts them, servers are worn at
 * random.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx6g", "-XX:+UseSerialGC"})
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class PlanningBenchmark {
    private static final long EPOCH = 100;
    private static final int OBJECT_BYTES = 48 << 10;
    private static final RedundancyScheme STRIPES = RedundancyScheme.EC_4_2;
    private static final double WRITES_PER_OBJECT = 0.05;

    @Param("100000000")
    public int objects;

    @Param({"50", "500", "5000"})
    public int servers;

    /** Candidates a snapshot holds of each kind. */
    @Param("100000")
    public int candidates;

    @Param("predictive")
    public String policy = "predictive";

    /** Writes of an epoch to the most written object; those of all sum up to a harmonic series. */
    private double hottestWrites;

    private HeatIndex index = new HeatIndex(0);
    private PlacementRing ring = new PlacementRing(List.of());
    private List<ServerLoad> loads = List.of();

    @Setup
    public void setUp() {
        index = new HeatIndex(objects);
        hottestWrites = WRITES_PER_OBJECT * objects / (Math.log(objects) + 0.577);
        for (int object = 0; object < objects; object++) {
            index.put(object, score(object));
        }
        List<PlacementRing.Member> members = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        loads = new ArrayList<>();
        long livePages = 18L * objects / servers;
        long capacity = (long) (livePages / 0.85);
        long blocks = (long) (capacity / 64.0 / 0.85) + 10;
        for (int i = 0; i < servers; i++) {
            ServerId id = new ServerId("s" + i);
            members.add(new PlacementRing.Member(id, ""));
            long erases = (long) (blocks * 10 * (0.8 + 0.4 * random.nextDouble()));
            loads.add(new ServerLoad(
                    id,
                    "",
                    "",
                    true,
                    erases,
                    erases * 32,
                    erases * 64,
                    capacity,
                    livePages,
                    4096,
                    64,
                    blocks,
                    0.5,
                    3_000.0 * blocks,
                    18 * WRITES_PER_OBJECT * objects / servers,
                    18 * WRITES_PER_OBJECT * objects / servers,
                    400));
        }
        ring = new PlacementRing(members);
    }

    private double score(int object) {
        return WriteHeat.scoreOf(2 * hottestWrites / (object + 1), EPOCH);
    }

    @Benchmark
    public BalancePlan planOneEpoch() {
        List<Candidate> seen = new ArrayList<>(2 * candidates);
        IntConsumer candidate = object -> seen.add(candidate(object, score(object)));
        index.hottest(candidates, candidate);
        index.coldest(candidates, candidate);
        ClusterSnapshot snapshot = new ClusterSnapshot(EPOCH, loads, seen, RedundancyScheme.REP_3, STRIPES, ring);
        return WearPolicies.byName(policy, PolicyConfig.defaults()).plan(snapshot);
    }

    private Candidate candidate(int object, double score) {
        ObjectId id = new ObjectId("bench", Integer.toString(object));
        Placement placement = new Placement(STRIPES, ring.select(id, STRIPES, _ -> true));
        double heat = WriteHeat.heat(score, EPOCH);
        return new Candidate(
                id, 1, RedundancyState.EC, false, placement, placement, heat, heat, OBJECT_BYTES, 8 << 20, 0, EPOCH, 0);
    }
}
