package io.chameleon.core.mapping.memory;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mapping table in memory, for tests, simulations and the emulator. Nothing survives the process.
 *
 * <p>Thread-safe by one lock: each call is one transaction, decided by {@link MappingRules}, and none waits for anything else. Here
 * are the lock, the time and the fence; what a transaction does to the rows is in {@link InMemoryCommits}, {@link InMemoryRemaps},
 * {@link InMemoryGarbage} and {@link InMemoryRepairs}.
 *
 * <p>Cost: lookup, commit, delete, remap and migrate O(log objects); a listing page O(keys it passes); the scans for the balancer
 * and {@link #liveWrites} O(objects).
 */
public final class InMemoryMappingTable implements MappingTable, RemapTable, GarbageTable, RepairTable, QuotaTable {
    private final InstantSource clock;
    private final InMemoryRows rows;
    private final InMemoryCommits commits;
    private final InMemoryRemaps remaps;
    private final InMemoryGarbage garbage;
    private final InMemoryRepairs repairs;
    private final Map<String, RedundancyPolicy> bucketPolicies = new HashMap<>();
    private final Map<ServerId, String> devices = new HashMap<>();

    /**
     * @param clock tells the age of writes and of garbage
     * @param grace age from which on a write that is not committed may not be any more
     */
    public InMemoryMappingTable(InstantSource clock, Duration grace) {
        this.clock = clock;
        this.rows = InMemoryRows.empty(grace);
        this.commits = new InMemoryCommits(rows);
        this.remaps = new InMemoryRemaps(rows);
        this.garbage = new InMemoryGarbage(rows);
        this.repairs = new InMemoryRepairs(rows);
    }

    @Override
    public synchronized Lookup lookup(ObjectId id) {
        return new Lookup(rows.objects().get(id), bucketPolicies.getOrDefault(id.bucket(), RedundancyPolicy.EC));
    }

    @Override
    public synchronized List<CommitResult> commit(List<Commit> batch) {
        long now = clock.millis();
        rows.outbox().forget(now);
        return batch.stream().map(commit -> commits.commit(commit, now)).toList();
    }

    @Override
    public synchronized DeleteResult delete(ObjectId id, Condition condition) {
        return commits.delete(id, condition, clock.millis());
    }

    @Override
    public synchronized boolean discard(ChunkUpload.Key upload) {
        return commits.discard(upload, clock.millis());
    }

    @Override
    public synchronized ObjectPage list(ListQuery query) {
        return Listing.page(rows.objects(), query);
    }

    @Override
    public synchronized List<EpochLogEntry> history(ObjectId id) {
        return rows.log().of(id);
    }

    @Override
    public synchronized void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        ObjectId.requireBucket(bucket);
        bucketPolicies.put(bucket, policy);
    }

    @Override
    public synchronized void reportDamage(Damage damage) {
        boolean unused = repairs.degrade(damage, clock.millis());
    }

    @Override
    public synchronized BalancerEpoch balancerEpoch() {
        return rows.leadership().current();
    }

    @Override
    public synchronized BalancerEpoch claim(String holder) {
        return rows.leadership().claim(holder);
    }

    @Override
    public synchronized BalancerEpoch advanceEpoch(long fence) {
        rows.leadership().require(fence);
        return rows.leadership().advance(clock.millis());
    }

    @Override
    public synchronized List<ObjectMapping> hottest(int limit) {
        return remaps.hottest(limit);
    }

    @Override
    public synchronized List<ObjectMapping> coldest(int limit) {
        return remaps.coldest(limit);
    }

    @Override
    public synchronized List<ObjectMapping> pending(long epoch, @Nullable Position after, int limit) {
        return remaps.pending(epoch, after, limit);
    }

    @Override
    public synchronized Map<RedundancyState, Long> countByState() {
        return remaps.countByState();
    }

    @Override
    public synchronized void storePlan(long fence, StoredPlan plan) {
        rows.leadership().require(fence);
        rows.leadership().store(plan);
    }

    @Override
    public synchronized Optional<StoredPlan> openPlan() {
        return rows.leadership().open();
    }

    @Override
    public synchronized void completePlan(long fence, long epoch) {
        rows.leadership().require(fence);
        rows.leadership().complete(epoch);
    }

    @Override
    public synchronized List<Remap.Outcome> remap(long fence, List<Remap> batch) {
        rows.leadership().require(fence);
        return remaps.remap(batch, clock.millis());
    }

    @Override
    public synchronized Set<ServerId> barredServers(WriteId writeId) {
        return remaps.barredServers(writeId, clock.millis());
    }

    @Override
    public synchronized Remap.Outcome migrate(long fence, Migration migration) {
        rows.leadership().require(fence);
        return remaps.migrate(migration, clock.millis());
    }

    @Override
    public synchronized int compact(long fence, long epoch) {
        rows.leadership().require(fence);
        return rows.log().compact(epoch);
    }

    @Override
    public synchronized List<Garbage> garbage(long minAgeMillis, int limit) {
        return rows.outbox().waitingSince(clock.millis() - minAgeMillis, limit);
    }

    @Override
    public synchronized List<Garbage> garbage(ServerId server, long minAgeMillis, int limit) {
        return rows.outbox().waitingSince(server, clock.millis() - minAgeMillis, limit);
    }

    @Override
    public synchronized void collected(Collection<Long> garbageIds) {
        garbage.collected(garbageIds, clock.millis());
    }

    @Override
    public synchronized Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds) {
        return garbage.liveWrites(server, writeIds, clock.millis());
    }

    @Override
    public synchronized Set<WriteId> condemn(ServerId server, Collection<WriteId> writeIds) {
        return garbage.condemn(server, writeIds, clock.millis());
    }

    @Override
    public synchronized Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds) {
        return garbage.orphans(server, writeIds, clock.millis());
    }

    @Override
    public synchronized List<ReconciliationHalt> halts() {
        return List.copyOf(rows.halts().values());
    }

    @Override
    public synchronized void halt(ServerId server, long found, long held) {
        garbage.halt(server, found, held, clock.millis());
    }

    @Override
    public synchronized boolean confirmHalt(ServerId server) {
        return garbage.confirmHalt(server);
    }

    @Override
    public synchronized void endHalt(ReconciliationHalt halt) {
        boolean unused = rows.halts().remove(halt.server(), halt);
    }

    @Override
    public synchronized int sweepUploads(long fence, int limit) {
        rows.leadership().require(fence);
        return commits.sweepUploads(limit, clock.millis());
    }

    @Override
    public synchronized List<RepairTask> repairs(int limit) {
        return repairs.due(limit, clock.millis());
    }

    @Override
    public synchronized Remap.Outcome repair(long fence, Repair repair) {
        rows.leadership().require(fence);
        return repairs.repair(repair, clock.millis());
    }

    @Override
    public synchronized void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem) {
        rows.leadership().require(fence);
        repairs.postpone(id, writeId, clock.millis() + delayMillis, problem);
    }

    @Override
    public synchronized int queue(long fence, List<Damage> damage) {
        rows.leadership().require(fence);
        return repairs.degrade(damage, clock.millis());
    }

    @Override
    public synchronized int queueFound(long fence, ServerId server, List<FragmentId> damaged) {
        rows.leadership().require(fence);
        return repairs.degrade(server, damaged, clock.millis());
    }

    @Override
    public synchronized ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit) {
        return repairs.objectsOn(server, after, limit, clock.millis());
    }

    @Override
    public synchronized void drain(ServerId server) {
        rows.repairs().begin(server, Evacuation.Kind.DRAIN, clock.millis());
    }

    @Override
    public synchronized void cancelDrain(ServerId server) {
        rows.repairs().end(server, Evacuation.Kind.DRAIN);
    }

    @Override
    public synchronized void begin(long fence, ServerId lost) {
        rows.leadership().require(fence);
        rows.repairs().begin(lost, Evacuation.Kind.LOST, clock.millis());
    }

    @Override
    public synchronized void end(long fence, Evacuation record) {
        rows.leadership().require(fence);
        if (rows.repairs().same(record) != null) {
            rows.repairs().end(record.server(), record.kind());
        }
    }

    @Override
    public synchronized Optional<Evacuation> walk(long fence, Evacuation at, int limit) {
        rows.leadership().require(fence);
        return repairs.walk(at, limit, clock.millis());
    }

    /** Servers are registered. One that had another device before has lost what it held. */
    public synchronized void registered(Collection<ServerInfo> servers) {
        for (ServerInfo server : servers) {
            String device = server.identity().device();
            if (!device.isEmpty()) {
                String before = devices.put(server.id(), device);
                if (before != null && !before.equals(device)) {
                    rows.repairs().emptied(server.id(), clock.millis());
                }
            }
        }
    }

    @Override
    public synchronized Evacuating evacuating() {
        return new Evacuating(clock.millis(), rows.repairs().all());
    }

    @Override
    public synchronized void progress(long fence, Evacuation evacuation) {
        rows.leadership().require(fence);
        rows.repairs().progress(evacuation);
    }

    @Override
    public synchronized void forget(ServerId server) {
        repairs.forget(server, clock.millis());
        devices.remove(server);
    }

    /** A bucket is a user's own, unless it is another's already. */
    public synchronized void claimed(String bucket, String user) {
        rows.quotas().own(bucket, user);
    }

    @Override
    public synchronized void setQuota(QuotaScope of, Quota quota) {
        rows.quotas().set(of, quota);
    }

    @Override
    public synchronized QuotaStatus quota(QuotaScope of) {
        return rows.quotas().status(of);
    }

    @Override
    public synchronized List<QuotaStatus> quotas() {
        return rows.quotas().all();
    }

    @Override
    public synchronized void requireRoom(ObjectId id, long bytes) {
        rows.quotas()
                .require(id, new Usage(bytes, 1).minus(Usage.of(rows.objects().get(id))));
    }

    /** Nothing is remembered that could be wrong. */
    @Override
    public void recount(QuotaScope of) {}

    @Override
    public synchronized RepairStatus repairStatus() {
        return rows.repairs().status(clock.millis());
    }
}
