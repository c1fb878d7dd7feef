package io.chameleon.core.mapping.table;

import static java.util.Objects.requireNonNull;

import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An empty table under the test's clock, and short helpers for what tests do to it. */
public final class TableFixture {
    public static final Duration GRACE = Duration.ofHours(1);
    public static final Duration MILLISECOND = Duration.ofMillis(1);
    public static final String BUCKET = "photos";

    final ManualClock clock;
    final MappingTable mapping;
    final RemapTable remaps;
    final GarbageTable garbage;
    final RepairTable repairs;
    final QuotaTable quotas;
    final BucketTable buckets;
    final UploadTable uploads;
    final BiConsumer<String, String> claimed;
    private final @Nullable VersionTable versions;
    private final Consumer<Collection<ServerInfo>> registered;
    private final WriteIds writeIds;
    private boolean sliced;
    private long fence;

    public TableFixture(ManualClock clock, Tables tables) {
        this.clock = clock;
        mapping = tables.mapping();
        remaps = tables.remaps();
        garbage = tables.garbage();
        repairs = tables.repairs();
        quotas = tables.quotas();
        buckets = tables.buckets();
        uploads = tables.uploads();
        registered = tables.registered();
        claimed = tables.claimed();
        versions = tables.versions();
        writeIds = new WriteIds(clock, new SplittableRandom(1));
    }

    /** A table in which versions share bytes only within {@link Slices}. */
    public TableFixture sliced() {
        sliced = true;
        return this;
    }

    /** Whether a version of one object may share the bytes of one of another. */
    boolean mayShare(ObjectId from, ObjectId to) {
        return !sliced || Slices.of(from) == Slices.of(to);
    }

    VersionTable versions() {
        return requireNonNull(versions, "the table under test was made without its versions");
    }

    public static ObjectId object(String key) {
        return new ObjectId(BUCKET, key);
    }

    /** An object that can share its bytes with {@link CommitContract#CAT} in any table. */
    static ObjectId beside(String key) {
        return IntStream.iterate(0, number -> number + 1)
                .mapToObj(number -> object(key + "-" + number))
                .filter(object -> Slices.of(object) == Slices.of(CommitContract.CAT))
                .findFirst()
                .orElseThrow();
    }

    public static ServerId server(int number) {
        return new ServerId("flash-" + number);
    }

    /** Three copies on these servers. */
    public static Placement rep(int... servers) {
        return new Placement(RedundancyScheme.REP_3, servers(servers));
    }

    /** Six shards on these servers. */
    public static Placement ec(int... servers) {
        return new Placement(RedundancyScheme.EC_4_2, servers(servers));
    }

    private static List<ServerId> servers(int... numbers) {
        return Arrays.stream(numbers).mapToObj(TableFixture::server).toList();
    }

    /** Registers servers with devices of these numbers; 0 for a server that names none. */
    void register(Map<Integer, Integer> devices) {
        List<ServerInfo> servers = new ArrayList<>();
        devices.forEach((number, device) -> servers.add(new ServerInfo(
                        server(number), "10.0.0." + number, 7_000, "", 1L << 30, ServerInfo.Status.UP)
                .with(new ServerIdentity(
                        "", device == 0 ? "" : String.format(Locale.ROOT, "00000000-0000-4000-8000-%012d", device)))));
        registered.accept(servers);
    }

    /** The records of servers being emptied. */
    List<Evacuation> records() {
        return repairs.evacuating().records();
    }

    /** Of what is written for {@link CommitContract#CAT}, or for another object of the same slice. */
    WriteId newWriteId() {
        return newWriteId(CommitContract.CAT);
    }

    /** Of what is written for this object. */
    WriteId newWriteId(ObjectId object) {
        return writeIds.next(object);
    }

    /** A write whose fragments are all durable. */
    Commit write(ObjectId id, Placement used) {
        return write(id, used, Condition.NONE);
    }

    Commit write(ObjectId id, Placement used, Condition condition) {
        return write(newWriteId(id), id, used, condition);
    }

    static Commit write(WriteId writeId, ObjectId id, Placement used, Condition condition) {
        ObjectContent content =
                new ObjectContent(writeId, 36_000, 16_384, 0xDEADBEEF, "image/png", Map.of("camera", "Leica"));
        return new Commit(id, content, used, List.of(), condition);
    }

    CommitResult commit(Commit commit) {
        return mapping.commit(List.of(commit)).get(0);
    }

    /** Commits a new write and returns the row. */
    ObjectMapping put(ObjectId id, Placement used) {
        return requireNonNull(commit(write(id, used)).current());
    }

    /** The row of an object that exists. */
    ObjectMapping row(ObjectId id) {
        return requireNonNull(mapping.lookup(id).mapping(), () -> "no row of " + id);
    }

    /** The fence of the leader that the test plays, claimed by the first call. */
    long fence() {
        if (fence == 0) {
            fence = remaps.claim("balancer-0").fence();
        }
        return fence;
    }

    long epoch() {
        return remaps.balancerEpoch().epoch();
    }

    /** A remap planned on {@code row} in the current epoch. */
    Remap plan(ObjectMapping row, RedundancyEvent event, @Nullable Placement destination) {
        return new Remap(row.id(), row.version(), event, destination, epoch(), "since " + event);
    }

    Remap.Outcome apply(Remap remap) {
        return remaps.remap(fence(), List.of(remap)).get(0);
    }

    /** Applies a remap to the current row and returns the new one. */
    ObjectMapping remap(ObjectId id, RedundancyEvent event, @Nullable Placement destination) {
        apply(plan(row(id), event, destination));
        return row(id);
    }

    Remap.Outcome migrate(ObjectMapping row, WriteId newWriteId) {
        return remaps.migrate(fence(), new Migration(row.id(), row.version(), newWriteId, epoch()));
    }

    /** All that waits for the reaper. */
    List<Garbage> garbage() {
        return garbage.garbage(0, Integer.MAX_VALUE);
    }

    /** Servers on which fragments of a write wait for the reaper. */
    List<ServerId> garbageOf(WriteId writeId) {
        return garbage().stream()
                .filter(row -> row.writeId().equals(writeId))
                .map(Garbage::server)
                .toList();
    }

    /** The reaper deletes all that waits. */
    void collectAll() {
        garbage.collected(garbage().stream().map(Garbage::id).toList());
    }

    /** Reports fragments of the current version as damaged and returns the row. */
    ObjectMapping damage(ObjectId id, Integer... missing) {
        mapping.reportDamage(new Damage(id, row(id).writeId(), List.of(missing)));
        return row(id);
    }

    /** All that is due for repair. */
    List<RepairTask> repairs() {
        return repairs.repairs(1_000);
    }

    /** The request of a balancer that has made all fragments durable on {@code live}. */
    static Repair whole(ObjectMapping row, Placement live) {
        Placement destination = row.source() == null ? live : row.destination();
        return new Repair(row.id(), row.writeId(), row.version(), live, destination, List.of(), 5_000, "test");
    }

    Remap.Outcome repair(Repair repair) {
        return repairs.repair(fence(), repair);
    }
}
