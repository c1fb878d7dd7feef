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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
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

    /** Objects that wait for their next write since an earlier plan; neither hot nor cold. */
    @Param("0")
    public int waiting;

    @Param("predictive")
    public String policy = "predictive";

    /** Servers share these, four to a node; with none each server fails by itself. */
    @Param("0")
    public int zones;

    /** Writes of an epoch to the most written object; those of all sum up to a harmonic series. */
    private double hottestWrites;

    private HeatIndex index = new HeatIndex(0);
    /** Of the candidates: in a cluster they come with the rows. */
    private final Map<Integer, Placement> placements = new HashMap<>();

    private PlacementRing ring = new PlacementRing(List.of());
    private List<ServerLoad> loads = List.of();
    private List<Candidate> intents = List.of();

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
            String zone = zones == 0 ? "" : "zone-" + i % zones;
            String node = zones == 0 ? "" : "node-" + i / (4 * zones);
            members.add(new PlacementRing.Member(id, zone, node, 0));
            long erases = (long) (blocks * 10 * (0.8 + 0.4 * random.nextDouble()));
            loads.add(new ServerLoad(
                    id,
                    zone,
                    node,
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
        placements.clear();
        intents = IntStream.range(objects / 2, objects / 2 + waiting)
                .mapToObj(this::intent)
                .toList();
        List<Candidate> unused = rows(); // notes their placements
    }

    private double score(int object) {
        return WriteHeat.scoreOf(2 * hottestWrites / (object + 1), EPOCH);
    }

    @Benchmark
    public BalancePlan planOneEpoch() {
        ClusterSnapshot snapshot = new ClusterSnapshot(EPOCH, loads, rows(), RedundancyScheme.REP_3, STRIPES, ring);
        return WearPolicies.byName(policy, PolicyConfig.defaults()).plan(snapshot);
    }

    private List<Candidate> rows() {
        List<Candidate> seen = new ArrayList<>(2 * candidates + waiting);
        IntConsumer candidate = object -> seen.add(candidate(object, score(object)));
        index.hottest(candidates, candidate);
        index.coldest(candidates, candidate);
        seen.addAll(intents);
        return seen;
    }

    private Candidate candidate(int object, double score) {
        Placement placement = placement(object);
        return candidate(object, score, RedundancyState.EC, placement, placement);
    }

    /** One whose first fragment is to leave its server with the next write. */
    private Candidate intent(int object) {
        Placement live = placement(object);
        ObjectId id = id(object);
        List<ServerId> moved = new ArrayList<>(live.servers());
        moved.set(0, ring.select(id, STRIPES, 1, _ -> true, live.servers()).getFirst());
        return candidate(object, score(object), RedundancyState.EC_EWO, live, new Placement(STRIPES, moved));
    }

    private static Candidate candidate(
            int object, double score, RedundancyState state, Placement live, Placement next) {
        double heat = WriteHeat.heat(score, EPOCH);
        long remapEpoch = state.isIntermediate() ? EPOCH - 1 : 0;
        return new Candidate(
                id(object), 1, state, false, live, next, heat, heat, OBJECT_BYTES, 8 << 20, remapEpoch, EPOCH, 0);
    }

    private Placement placement(int object) {
        return placements.computeIfAbsent(
                object, any -> new Placement(STRIPES, ring.select(id(any), STRIPES, _ -> true)));
    }

    private static ObjectId id(int object) {
        return new ObjectId("bench", Integer.toString(object));
    }
}
