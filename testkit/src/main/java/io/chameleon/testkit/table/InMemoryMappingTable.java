package io.chameleon.testkit.table;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
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
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mapping table in memory, for tests and the simulation. Nothing survives the process.
 *
 * <p>Thread-safe by one lock: each call is one transaction, decided by {@link MappingRules}, and waits for nothing but
 * the lock. This class has the lock, the time and the fence; what a transaction does to the rows is in
 * {@link InMemoryCommits}, {@link InMemoryRemaps}, {@link InMemoryGarbage} and {@link InMemoryRepairs}.
 *
 * <p>Cost: lookup, commit, delete, remap and migrate O(log objects); a listing page O(keys it passes); the scans for
 * the balancer and {@link #liveWrites} O(objects).
 */
public final class InMemoryMappingTable extends GroupPort implements MappingTable, GarbageTable, RepairTable {
    private final InstantSource clock;
    private final InMemoryRows rows;
    private final InMemoryCommits commits;
    private final InMemoryGarbage garbage;
    private final InMemoryRepairs repairs;
    private final InMemoryUploads uploads;
    private final InMemoryVersions versions;

    /**
     * @param clock tells the age of writes and of garbage
     * @param grace the age from which an uncommitted write is refused
     */
    public InMemoryMappingTable(InstantSource clock, Duration grace) {
        this(clock, InMemoryRows.empty(grace));
    }

    private InMemoryMappingTable(InstantSource clock, InMemoryRows rows) {
        super(rows, new InMemoryRemaps(rows));
        this.clock = clock;
        this.rows = rows;
        RowRemoval removal = new RowRemoval(rows);
        this.repairs = new InMemoryRepairs(rows);
        VersionHistory history = new VersionHistory(rows, repairs);
        this.commits = new InMemoryCommits(rows, removal, history);
        this.versions = new InMemoryVersions(this, rows, commits, removal, history, clock);
        this.garbage = new InMemoryGarbage(rows);
        this.uploads = new InMemoryUploads(
                this, rows, commits, new InMemoryCopies(rows, commits, history), rows.buckets()::policy, clock);
    }

    /** Its buckets, under the same lock. */
    public BucketTable buckets() {
        return new InMemoryBuckets(this, rows, uploads::isOpenIn, clock);
    }

    @Override
    public synchronized Lookup lookup(ObjectId id) {
        return new Lookup(
                rows.objects().get(id),
                rows.buckets().policy(id.bucket()),
                rows.buckets().schemes(id.bucket()));
    }

    public UploadTable uploads() {
        return uploads;
    }

    public VersionTable versions() {
        return versions;
    }

    @Override
    public synchronized List<CommitResult> commit(List<Commit> batch) {
        long now = clock.millis();
        rows.outbox().forget(now);
        return batch.stream()
                .map(commit -> commits.commit(commit, now)
                        .in(rows.buckets().schemes(commit.id().bucket())))
                .toList();
    }

    @Override
    public synchronized DeleteResult delete(ObjectId id, Condition condition) {
        return versions.delete(id, null, condition).result();
    }

    @Override
    public synchronized UpdateResult updateMetadata(MetadataUpdate update) {
        return commits.update(rows.objects().get(update.id()), update, clock.millis());
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
        rows.buckets().setPolicy(bucket, policy, clock.millis());
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
    public synchronized List<Garbage> garbage(Collection<ServerId> servers, long minAgeMillis, int each) {
        return rows.outbox().waitingSince(servers, clock.millis() - minAgeMillis, each);
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
    public synchronized Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds) {
        rows.leadership().require(fence);
        return garbage.condemn(server, writeIds, clock.millis());
    }

    @Override
    public synchronized Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds) {
        return garbage.orphans(server, writeIds, clock.millis());
    }

    @Override
    public synchronized List<ReconciliationHalt> halts() {
        return rows.halts().all();
    }

    @Override
    public synchronized void halt(long fence, ServerId server, long found, long held) {
        rows.leadership().require(fence);
        rows.halts().halt(server, found, held, clock.millis());
    }

    @Override
    public synchronized boolean confirmHalt(ServerId server) {
        return rows.halts().confirm(server);
    }

    @Override
    public synchronized void endHalt(long fence, ReconciliationHalt halt) {
        rows.leadership().require(fence);
        rows.halts().end(halt);
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
        remaps.endRedirectsTo(server);
        rows.repairs().begin(server, Evacuation.Kind.DRAIN, clock.millis());
    }

    @Override
    public synchronized void cancelDrain(ServerId server) {
        rows.repairs().end(server, Evacuation.Kind.DRAIN);
    }

    @Override
    public synchronized void begin(long fence, ServerId lost) {
        rows.leadership().require(fence);
        remaps.endRedirectsTo(lost);
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

    /** Registers servers. A server that had another device before has lost its data. */
    public synchronized void registered(Collection<ServerInfo> servers) {
        servers.forEach(server -> repairs.registered(server, clock.millis()));
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
    }

    /** Makes a user the owner of a bucket, unless another user owns it. */
    public synchronized void claimed(String bucket, String user) {
        rows.buckets().claim(bucket, user, clock.millis());
    }

    @Override
    public synchronized RepairStatus repairStatus() {
        return rows.repairs().status(clock.millis());
    }
}
