package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearModel;
import io.chameleon.core.wear.WearReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster small enough to run thirty epochs in a fraction of a second. Rows follow core's {@link MappingRules}. Once
 * its free blocks are used up, a device's writes cost erases by Chameleon's Eq. 2, with victims as full as
 * {@code collector} says for the fill of the flash.
 *
 * <p>Its one client keeps the row of its last reply and writes where that row said, so an intent takes two writes to
 * come true.
 */
public final class ClusterModel {
    static final int PAGE = 4096;
    static final int PAGES_PER_BLOCK = 64;
    static final double OVER_PROVISIONING = 0.15;

    private static DoubleUnaryOperator tabulated(double sigma) {
        double[] victims = IntStream.rangeClosed(0, 10_000)
                .mapToDouble(i -> WearModel.victimUtilisation(i / 10_000.0, sigma))
                .toArray();
        return utilisation -> victims[(int) (utilisation * 10_000)];
    }

    private final RedundancyScheme initial;
    private final int objectBytes;
    private final PlacementRing ring;
    private final List<Device> devices = new ArrayList<>();
    private final Map<ServerId, Device> byId = new HashMap<>();
    private final List<ObjectMapping> rows = new ArrayList<>();
    private final List<Placement> clientKnows = new ArrayList<>();
    private final Map<ObjectId, Integer> indexes = new HashMap<>();
    private final WriteIds writeIds;
    private final boolean staleClient;
    private int candidates = Integer.MAX_VALUE;
    /** Heat of the coldest of the hottest objects that the last plan saw; a plan changes no heat. */
    private double maxScore = Double.NEGATIVE_INFINITY;

    private @Nullable GroupHeat groups;
    private Redirects redirects = Redirects.none(new HashRanges(1));
    private long epoch = 1;
    private long hostPages;
    private ServerHistory history = ServerHistory.EMPTY;

    /** Victims according to EDM's Eq. 2, as the planner expects. */
    static final DoubleUnaryOperator UNIFORM = tabulated(0);
    /** Victims emptier than that, as EDM found under real workloads (Eq. 3). */
    public static final DoubleUnaryOperator SKEWED = tabulated(WearModel.EDM_SIGMA);
    /** Victims a third full, however full the device is, contrary to what the planner expects. */
    static final DoubleUnaryOperator FLAT = u -> 1.0 / 3;

    /** A device: its counters and its content. */
    static final class Device {
        final ServerId id;
        final String zone;
        final long capacityPages;
        final long blocks;
        private final DoubleUnaryOperator collector;
        long hostPages;
        double nandPages;
        long livePages;

        Device(ServerId id, String zone, long capacityPages, DoubleUnaryOperator collector) {
            this.collector = collector;
            this.id = id;
            this.zone = zone;
            this.capacityPages = capacityPages;
            this.blocks = (long) Math.ceil(capacityPages * (1 + OVER_PROVISIONING) / PAGES_PER_BLOCK);
        }

        double victimUtilisation() {
            return nandPages < blocks * PAGES_PER_BLOCK
                    ? 0
                    : collector.applyAsDouble((double) livePages / (blocks * PAGES_PER_BLOCK));
        }

        void write(long pages) {
            hostPages += pages;
            nandPages += pages / (1 - victimUtilisation());
        }

        WearReport report() {
            return new WearReport(
                    id,
                    erases(),
                    hostPages,
                    (long) nandPages,
                    victimUtilisation(),
                    capacityPages,
                    livePages,
                    PAGE,
                    PAGES_PER_BLOCK,
                    blocks,
                    3_000,
                    0,
                    new WearReport.LatencySummary(hostPages, hostPages == 0 ? 0 : 200 * nandPages / hostPages, 0));
        }

        long erases() {
            return Math.max(0, (long) (nandPages / PAGES_PER_BLOCK) - blocks);
        }

        ServerLoad load(ServerHistory.Trend trend) {
            return new ServerLoad(
                    id,
                    zone,
                    "",
                    true,
                    erases(),
                    hostPages,
                    (long) nandPages,
                    capacityPages,
                    livePages,
                    PAGE,
                    PAGES_PER_BLOCK,
                    blocks,
                    victimUtilisation(),
                    blocks * 3000.0,
                    trend.writesPerEpoch(),
                    trend.windowWrites(),
                    trend.latencyMicros());
        }
    }

    public ClusterModel(
            int servers,
            int objects,
            int objectBytes,
            RedundancyScheme initial,
            double fill,
            boolean staleClient,
            DoubleUnaryOperator collector,
            long seed) {
        this.initial = initial;
        this.objectBytes = objectBytes;
        this.staleClient = staleClient;
        Random random = new Random(seed);
        writeIds = new WriteIds(() -> Instant.EPOCH, random);
        List<PlacementRing.Member> members = IntStream.range(0, servers)
                .mapToObj(i -> new PlacementRing.Member(new ServerId("flash-" + seed + "-" + i), ""))
                .toList();
        ring = new PlacementRing(members);
        long pages = (long) objects * initial.segmentPages(objectBytes, PAGE);
        for (PlacementRing.Member member : members) {
            Device device = new Device(member.id(), member.zone(), (long) (pages / fill / servers), collector);
            devices.add(device);
            byId.put(device.id, device);
        }
        for (int i = 0; i < objects; i++) {
            create(new ObjectId("bucket", "object-" + i));
        }
        history = history.with(0, devices.stream().map(Device::report).toList());
    }

    private void create(ObjectId id) {
        Placement placement = new Placement(initial, ring.select(id, initial, s -> true));
        indexes.put(id, rows.size());
        rows.add(commit(null, id, placement));
        clientKnows.add(placement);
    }

    /**
     * From now on a plan sees only this many of the hottest and of the coldest objects, all that wait, and the objects
     * of so many hash ranges in groups; 0: no groups. Called before the first write.
     */
    ClusterModel seenInPart(int candidates, int ranges) {
        this.candidates = candidates;
        if (ranges > 0) {
            redirects = Redirects.none(new HashRanges(ranges));
            groups = new GroupHeat(redirects.ranges(), PAGE);
            rows.forEach(row -> changed(null, row));
        }
        return this;
    }

    private void changed(@Nullable ObjectMapping before, ObjectMapping after) {
        GroupHeat heats = groups;
        if (heats != null) {
            heats.changed(before, after, epoch);
        }
    }

    private Device device(ServerId server) {
        return Objects.requireNonNull(byId.get(server), server::toString);
    }

    private int index(ObjectId id) {
        return Objects.requireNonNull(indexes.get(id), id::toString);
    }

    int objects() {
        return rows.size();
    }

    void write(int object) {
        ObjectMapping row = rows.get(object);
        Placement used =
                staleClient ? clientKnows.get(object) : redirects.applied(row).destination();
        ObjectMapping after = commit(row, row.id(), used);
        rows.set(object, after);
        changed(row, after);
        clientKnows.set(object, redirects.applied(after).destination());
    }

    private ObjectMapping commit(@Nullable ObjectMapping before, ObjectId id, Placement used) {
        WriteId writeId = writeIds.next();
        Commit commit = new Commit(
                id,
                new ObjectContent(writeId, objectBytes, ObjectContent.MAX_SEGMENT_BYTES, 0, "", Map.of()),
                used,
                List.of(),
                Condition.NONE);
        MappingRules.Change change = MappingRules.committed(before, commit, epoch, 0);
        for (int fragment = 0; fragment < used.servers().size(); fragment++) {
            place(fragment, used);
        }
        if (before != null) {
            release(change.garbageOn(), before.live());
        }
        return change.row();
    }

    private void place(int fragment, Placement placement) {
        Device device = device(placement.servers().get(fragment));
        int pages = placement.scheme().fragmentPages(fragment, objectBytes, PAGE);
        device.write(pages);
        device.livePages += pages;
        hostPages += pages;
    }

    private void release(List<ServerId> servers, Placement placement) {
        servers.forEach(server -> device(server).livePages -= pages(server, placement));
    }

    private int pages(ServerId server, Placement placement) {
        return placement.scheme().fragmentPages(placement.servers().indexOf(server), objectBytes, PAGE);
    }

    /** The objects that a plan sees one by one, in any order. */
    private List<ObjectMapping> seen() {
        if (candidates >= rows.size()) {
            return rows;
        }
        double[] scores =
                rows.stream().mapToDouble(ObjectMapping::heatScore).sorted().toArray();
        maxScore = scores[scores.length - candidates];
        double minScore = scores[candidates - 1];
        long ofMax = candidates
                - Arrays.stream(scores).filter(score -> score > maxScore).count();
        long ofMin = candidates
                - Arrays.stream(scores).filter(score -> score < minScore).count();
        List<ObjectMapping> seen = new ArrayList<>();
        for (ObjectMapping row : rows) {
            double score = row.heatScore();
            if (score > maxScore
                    || (score == maxScore && ofMax-- > 0)
                    || score < minScore
                    || (score == minScore && ofMin-- > 0)
                    || row.state().isIntermediate()) {
                seen.add(row);
            }
        }
        return seen;
    }

    private List<Candidate> candidates(Stream<ObjectMapping> seen) {
        return seen.map(row -> Candidate.of(row, epoch)).toList();
    }

    private ClusterSnapshot snapshot() {
        List<ServerLoad> loads = devices.stream()
                .map(device -> device.load(history.of(device.id)))
                .toList();
        List<ObjectMapping> seen = seen();
        return new ClusterSnapshot(
                epoch,
                loads,
                candidates(seen.stream()),
                groups == null
                        ? List.of()
                        : ObjectGroup.of(
                                groups.hottest(10_000, epoch),
                                redirects,
                                candidates(seen.stream().filter(GroupHeat::counts)),
                                loads),
                new Schemes(RedundancyScheme.REP_3, RedundancyScheme.EC_4_2),
                ring);
    }

    /** Ends the epoch: plans, applies, migrates. */
    public BalancePlan balance(WearPolicy policy) {
        history = history.with(epoch, devices.stream().map(Device::report).toList());
        BalancePlan plan = policy.plan(snapshot());
        for (Remap remap : plan.remaps()) {
            int index = index(remap.id());
            rows.set(index, MappingRules.remapped(rows.get(index), remap));
        }
        redirects = redirects.with(plan.redirects(), maxScore);
        for (BulkMigration migration : plan.migrations()) {
            migrate(index(migration.id()), migration);
        }
        history = history.afterCopies(devices.stream().map(Device::report).toList());
        epoch++;
        return plan;
    }

    private void migrate(int index, BulkMigration migration) {
        ObjectMapping before = rows.get(index);
        boolean recoded = before.live().policy() != before.destination().policy();
        WriteId writeId = recoded ? writeIds.next() : before.writeId();
        List<ServerId> targets = before.destination().servers().stream()
                .filter(s -> recoded || !before.live().servers().contains(s))
                .toList();
        targets.forEach(server -> place(before.destination().servers().indexOf(server), before.destination()));
        MappingRules.Change change =
                MappingRules.migrated(before, new Migration(before.id(), migration.version(), writeId, epoch));
        release(change.garbageOn(), before.live());
        rows.set(index, change.row());
        changed(before, change.row());
    }

    /** Fill of the fullest device, share of its logical capacity. */
    double worstFill() {
        return devices.stream()
                .mapToDouble(device -> (double) device.livePages / device.capacityPages)
                .max()
                .orElse(0);
    }

    long hostPages() {
        return hostPages;
    }

    public double sigma() {
        double mean = Arrays.stream(erases()).average().orElse(0);
        return Math.sqrt(Arrays.stream(erases())
                .map(e -> (e - mean) * (e - mean))
                .average()
                .orElse(0));
    }

    private double[] erases() {
        return devices.stream().mapToDouble(Device::erases).toArray();
    }

    public long totalErases() {
        return (long) Arrays.stream(erases()).sum();
    }

    public Map<RedundancyState, Integer> states() {
        Map<RedundancyState, Integer> states = new EnumMap<>(RedundancyState.class);
        rows.forEach(row -> states.merge(row.state(), 1, Integer::sum));
        return states;
    }

    /** Writes of one epoch. */
    public interface Workload {
        void run(ClusterModel cluster, int writes);
    }

    /** Objects are drawn by Zipf's law; {@code ranking} draws which object is how hot, {@code seed} the writes. */
    public static Workload zipf(int objects, double exponent, long ranking, long seed) {
        List<Integer> ranks =
                new ArrayList<>(IntStream.range(0, objects).boxed().toList());
        Collections.shuffle(ranks, new Random(ranking));
        double[] cumulative = new double[objects];
        double sum = 0;
        for (int i = 0; i < objects; i++) {
            sum += 1 / Math.pow(i + 1, exponent);
            cumulative[i] = sum;
        }
        Random random = new Random(seed);
        return (cluster, writes) -> {
            for (int i = 0; i < writes; i++) {
                int at = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[objects - 1]);
                cluster.write(ranks.get(at < 0 ? -at - 1 : at));
            }
        };
    }

    /** Objects are rewritten one after the other, cyclically, from the {@code first} write on. */
    static Workload sequential(int first) {
        return (cluster, writes) -> {
            for (int i = 0; i < writes; i++) {
                cluster.write((first + i) % cluster.objects());
            }
        };
    }
}
