package io.chameleon.lab.simulation.role;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
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
import io.chameleon.core.mapping.table.RemapTable;
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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tables that delegate to others; subclasses change a part. Every call goes through {@link #transaction}. */
public class ForwardingTables implements Tables {
    private final MappingTable mapping;
    private final RemapTable remaps;
    private final GarbageTable garbage;
    private final RepairTable repairs;
    private final Supplier<BucketTable> buckets;
    private final Supplier<UploadTable> uploads;
    private final Supplier<VersionTable> versions;

    public ForwardingTables(
            MappingTable mapping,
            RemapTable remaps,
            GarbageTable garbage,
            RepairTable repairs,
            Supplier<BucketTable> buckets,
            Supplier<UploadTable> uploads,
            Supplier<VersionTable> versions) {
        this.mapping = mapping;
        this.remaps = remaps;
        this.garbage = garbage;
        this.repairs = repairs;
        this.buckets = buckets;
        this.uploads = uploads;
        this.versions = versions;
    }

    public ForwardingTables(Tables tables) {
        this(tables, tables, tables, tables, tables::buckets, tables::uploads, tables::versions);
    }

    /** Around each call: runs {@code body}, once. */
    protected <T> T transaction(Supplier<T> body) {
        return body.get();
    }

    @Override
    public BucketTable buckets() {
        return new ForwardingBuckets(this, buckets);
    }

    @Override
    public UploadTable uploads() {
        return new ForwardingUploads(this, uploads);
    }

    @Override
    public VersionTable versions() {
        return new ForwardingVersions(this, versions);
    }

    private void change(Runnable body) {
        boolean unused = transaction(() -> {
            body.run();
            return true;
        });
    }

    @Override
    public Lookup lookup(ObjectId id) {
        return transaction(() -> mapping.lookup(id));
    }

    @Override
    public List<Lookup> lookup(List<ObjectId> ids) {
        return transaction(() -> mapping.lookup(ids));
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        return transaction(() -> mapping.commit(commits));
    }

    @Override
    public DeleteResult delete(ObjectId id, Condition condition) {
        return transaction(() -> mapping.delete(id, condition));
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update) {
        return transaction(() -> mapping.updateMetadata(update));
    }

    @Override
    public boolean discard(ChunkUpload.Key upload) {
        return transaction(() -> mapping.discard(upload));
    }

    @Override
    public int sweepUploads(long fence, int limit) {
        return transaction(() -> garbage.sweepUploads(fence, limit));
    }

    @Override
    public ObjectPage list(ListQuery query) {
        return transaction(() -> mapping.list(query));
    }

    @Override
    public List<EpochLogEntry> history(ObjectId id) {
        return transaction(() -> mapping.history(id));
    }

    @Override
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        change(() -> mapping.setBucketPolicy(bucket, policy));
    }

    @Override
    public void reportDamage(Damage damage) {
        change(() -> mapping.reportDamage(damage));
    }

    @Override
    public BalancerEpoch balancerEpoch() {
        return transaction(() -> remaps.balancerEpoch());
    }

    @Override
    public BalancerEpoch claim(String holder) {
        return transaction(() -> remaps.claim(holder));
    }

    @Override
    public BalancerEpoch advanceEpoch(long fence) {
        return transaction(() -> remaps.advanceEpoch(fence));
    }

    @Override
    public List<ObjectMapping> hottest(int limit) {
        return transaction(() -> remaps.hottest(limit));
    }

    @Override
    public List<ObjectMapping> coldest(int limit) {
        return transaction(() -> remaps.coldest(limit));
    }

    @Override
    public List<ObjectMapping> pending(long epoch, @Nullable Position after, int limit) {
        return transaction(() -> remaps.pending(epoch, after, limit));
    }

    @Override
    public Map<RedundancyState, Long> countByState() {
        return transaction(() -> remaps.countByState());
    }

    @Override
    public void storePlan(long fence, StoredPlan plan) {
        change(() -> remaps.storePlan(fence, plan));
    }

    @Override
    public Optional<StoredPlan> openPlan() {
        return transaction(() -> remaps.openPlan());
    }

    @Override
    public void completePlan(long fence, long epoch) {
        change(() -> remaps.completePlan(fence, epoch));
    }

    @Override
    public List<Remap.Outcome> remap(long fence, List<Remap> planned) {
        return transaction(() -> remaps.remap(fence, planned));
    }

    @Override
    public Remap.Outcome migrate(long fence, Migration migration) {
        return transaction(() -> remaps.migrate(fence, migration));
    }

    @Override
    public Set<ServerId> barredServers(WriteId writeId) {
        return transaction(() -> remaps.barredServers(writeId));
    }

    @Override
    public List<GroupHeat.Of> hottestGroups(long epoch, int limit) {
        return transaction(() -> remaps.hottestGroups(epoch, limit));
    }

    @Override
    public Redirects redirects() {
        return transaction(() -> remaps.redirects());
    }

    @Override
    public void redirect(long fence, List<Redirect> redirects, double maxScore) {
        change(() -> remaps.redirect(fence, redirects, maxScore));
    }

    @Override
    public int compact(long fence, long epoch) {
        return transaction(() -> remaps.compact(fence, epoch));
    }

    @Override
    public List<Garbage> garbage(long minAgeMillis, int limit) {
        return transaction(() -> this.garbage.garbage(minAgeMillis, limit));
    }

    @Override
    public List<Garbage> garbage(Collection<ServerId> servers, long minAgeMillis, int each) {
        return transaction(() -> this.garbage.garbage(servers, minAgeMillis, each));
    }

    @Override
    public void collected(Collection<Long> garbageIds) {
        change(() -> garbage.collected(garbageIds));
    }

    @Override
    public Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds) {
        return transaction(() -> garbage.liveWrites(server, writeIds));
    }

    @Override
    public Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds) {
        return transaction(() -> garbage.condemn(fence, server, writeIds));
    }

    @Override
    public Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds) {
        return transaction(() -> garbage.orphans(server, writeIds));
    }

    @Override
    public List<ReconciliationHalt> halts() {
        return transaction(garbage::halts);
    }

    @Override
    public void halt(long fence, ServerId server, long found, long held) {
        change(() -> garbage.halt(fence, server, found, held));
    }

    @Override
    public boolean confirmHalt(ServerId server) {
        return transaction(() -> garbage.confirmHalt(server));
    }

    @Override
    public void endHalt(long fence, ReconciliationHalt halt) {
        change(() -> garbage.endHalt(fence, halt));
    }

    @Override
    public List<RepairTask> repairs(int limit) {
        return transaction(() -> repairs.repairs(limit));
    }

    @Override
    public Remap.Outcome repair(long fence, Repair repair) {
        return transaction(() -> repairs.repair(fence, repair));
    }

    @Override
    public void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem) {
        change(() -> repairs.postpone(fence, id, writeId, delayMillis, problem));
    }

    @Override
    public int queue(long fence, List<Damage> damage) {
        return transaction(() -> repairs.queue(fence, damage));
    }

    @Override
    public int queueFound(long fence, ServerId server, List<FragmentId> damaged) {
        return transaction(() -> repairs.queueFound(fence, server, damaged));
    }

    @Override
    public ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit) {
        return transaction(() -> repairs.objectsOn(server, after, limit));
    }

    @Override
    public void drain(ServerId server) {
        change(() -> repairs.drain(server));
    }

    @Override
    public void cancelDrain(ServerId server) {
        change(() -> repairs.cancelDrain(server));
    }

    @Override
    public void forget(ServerId server) {
        change(() -> repairs.forget(server));
    }

    @Override
    public void begin(long fence, ServerId lost) {
        change(() -> repairs.begin(fence, lost));
    }

    @Override
    public void end(long fence, Evacuation record) {
        change(() -> repairs.end(fence, record));
    }

    @Override
    public Optional<Evacuation> walk(long fence, Evacuation at, int limit) {
        return transaction(() -> repairs.walk(fence, at, limit));
    }

    @Override
    public Evacuating evacuating() {
        return transaction(() -> repairs.evacuating());
    }

    @Override
    public void progress(long fence, Evacuation evacuation) {
        change(() -> repairs.progress(fence, evacuation));
    }

    @Override
    public RepairStatus repairStatus() {
        return transaction(() -> repairs.repairStatus());
    }
}
