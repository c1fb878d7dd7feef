package io.chameleon.core.mapping;

import static java.util.Objects.requireNonNull;

import io.chameleon.core.Chunks;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The mapping table in memory, for tests, simulations and the emulator. Nothing survives the process.
 *
 * <p>Thread-safe by one lock: each call is one transaction, decided by {@link MappingRules}, and none waits for anything else.
 *
 * <p>Cost: lookup, commit, delete, remap and migrate O(log objects); a listing page O(keys it passes); the scans for the balancer
 * and {@link #liveWrites} O(objects).
 */
public final class InMemoryMappingTable implements MappingTable, RemapTable, GarbageTable, RepairTable {
    private static final Comparator<ObjectMapping> BY_ID = Comparator.comparing(ObjectMapping::id);
    private static final Comparator<ObjectMapping> BY_HEAT = Comparator.comparingDouble(ObjectMapping::heatScore);

    private final InstantSource clock;
    private final Duration grace;
    private final NavigableMap<ObjectId, ObjectMapping> rows = new TreeMap<>();
    private final Map<String, RedundancyPolicy> bucketPolicies = new HashMap<>();
    private final Outbox outbox = new Outbox();
    private final EpochLog log = new EpochLog();
    private final Leadership leadership = new Leadership();
    private final RepairQueue repairs = new RepairQueue();
    private final ChunkUploads uploads = new ChunkUploads();

    /**
     * @param clock tells the age of writes and of garbage
     * @param grace age from which on a write that is not committed may not be any more
     */
    public InMemoryMappingTable(InstantSource clock, Duration grace) {
        this.clock = clock;
        this.grace = grace;
    }

    @Override
    public synchronized Lookup lookup(ObjectId id) {
        return new Lookup(rows.get(id), bucketPolicies.getOrDefault(id.bucket(), RedundancyPolicy.EC));
    }

    @Override
    public synchronized List<CommitResult> commit(List<Commit> commits) {
        long now = clock.millis();
        outbox.forget(now);
        return commits.stream().map(commit -> commit(commit, now)).toList();
    }

    private CommitResult commit(Commit commit, long now) {
        ObjectMapping before = rows.get(commit.id());
        if (before != null && before.content().contentId().equals(commit.writeId())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        if (outbox.isSuperseded(commit.writeId())) {
            return new CommitResult(CommitResult.Status.SUPERSEDED, before);
        }
        boolean condemned = outbox.knowsAny(commit.writeId(), commit.used().servers());
        CommitResult.Status refusal = MappingRules.refusal(before, commit, condemned, now, grace);
        if (refusal != null) {
            boolean news = refusal == CommitResult.Status.PRECONDITION_FAILED && !condemned;
            if (before != null && news && !isCurrent(commit.writeId())) {
                commit.used().servers().forEach(server -> outbox.condemn(commit.writeId(), server, now));
            }
            return new CommitResult(refusal, before);
        }
        ChunkUpload.Key upload = ChunkUpload.of(commit);
        if (upload != null && !uploads.commit(upload, commit, now)) {
            return new CommitResult(CommitResult.Status.TOO_OLD, before);
        }
        long epoch = leadership.current().epoch();
        MappingRules.Change change = MappingRules.committed(before, commit, epoch, now);
        ObjectMapping row = change.row();
        rows.put(row.id(), row);
        if (row.degraded()) {
            repairs.put(row, commit.missing(), now);
        } else {
            repairs.remove(row.id());
        }
        if (before != null) {
            outbox.add(before.writeId(), change.garbageOn(), now);
            dropChunks(ChunkUpload.chunksOf(before), now);
            if (before.state().isIntermediate() && !row.state().isIntermediate()) {
                log.add(EpochLogEntry.of(before, row, RedundancyEvent.WRITTEN, epoch, "client write", now));
            }
        }
        return new CommitResult(CommitResult.Status.COMMITTED, row);
    }

    private boolean isCurrent(WriteId writeId) {
        return rows.values().stream().anyMatch(row -> row.writeId().equals(writeId));
    }

    @Override
    public synchronized DeleteResult delete(ObjectId id, Condition condition) {
        ObjectMapping before = rows.get(id);
        if (before == null) {
            return DeleteResult.NOT_FOUND;
        }
        if (!condition.holds(before)) {
            return DeleteResult.PRECONDITION_FAILED;
        }
        drop(before, clock.millis());
        dropChunks(ChunkUpload.chunksOf(before), clock.millis());
        return DeleteResult.DELETED;
    }

    private void drop(ObjectMapping row, long now) {
        rows.remove(row.id());
        log.drop(row.id());
        repairs.remove(row.id());
        outbox.add(row.writeId(), row.live().servers(), now);
    }

    private void dropChunks(ChunkUpload.@Nullable Key of, long now) {
        if (of != null) {
            ObjectId first = Chunks.id(of.bucket(), of.contentId(), 0);
            ObjectId last = Chunks.id(of.bucket(), of.contentId(), Chunks.MAX_COUNT - 1);
            List.copyOf(rows.subMap(first, true, last, true).values()).forEach(chunk -> drop(chunk, now));
        }
    }

    @Override
    public synchronized boolean discard(ChunkUpload.Key upload) {
        boolean was = uploads.remove(upload) != null;
        if (was) {
            dropChunks(upload, clock.millis());
        }
        return was;
    }

    @Override
    public synchronized int sweepUploads(long fence, int limit) {
        leadership.require(fence);
        List<ChunkUpload> abandoned = uploads.abandoned(clock.millis(), grace, limit);
        abandoned.forEach(upload -> discard(upload.key()));
        return abandoned.size();
    }

    @Override
    public synchronized ObjectPage list(ListQuery query) {
        return Listing.page(rows, query);
    }

    @Override
    public synchronized List<EpochLogEntry> history(ObjectId id) {
        return log.of(id);
    }

    @Override
    public synchronized void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        ObjectId.requireBucket(bucket);
        bucketPolicies.put(bucket, policy);
    }

    @Override
    public synchronized void reportDamage(Damage damage) {
        boolean unused = degrade(damage);
    }

    private boolean degrade(Damage damage) {
        ObjectMapping row = rows.get(damage.id());
        if (row == null || !row.writeId().equals(damage.writeId())) {
            return false;
        }
        RepairQueue.Entry known = repairs.get(row.id());
        List<Integer> missing = repairs.merged(row.id(), damage.indexesOf(row));
        if (missing.isEmpty() || (known != null && known.missing().equals(missing))) {
            return false;
        }
        rows.put(row.id(), MappingRules.damaged(row));
        repairs.put(row, missing, known == null ? clock.millis() : known.sinceMillis());
        return true;
    }

    @Override
    public synchronized BalancerEpoch balancerEpoch() {
        return leadership.current();
    }

    @Override
    public synchronized BalancerEpoch claim(String holder) {
        return leadership.claim(holder);
    }

    @Override
    public synchronized BalancerEpoch advanceEpoch(long fence) {
        leadership.require(fence);
        return leadership.advance();
    }

    @Override
    public synchronized List<ObjectMapping> hottest(int limit) {
        return first(limit, InMemoryMappingTable::isMovable, BY_HEAT.reversed().thenComparing(BY_ID));
    }

    @Override
    public synchronized List<ObjectMapping> coldest(int limit) {
        return first(limit, InMemoryMappingTable::isMovable, BY_HEAT.thenComparing(BY_ID));
    }

    @Override
    public synchronized List<ObjectMapping> pending(long epoch, int limit) {
        return first(
                limit,
                row -> row.state().isIntermediate() && row.remapEpoch() <= epoch,
                Comparator.comparingLong(ObjectMapping::remapEpoch).thenComparing(BY_ID));
    }

    private static boolean isMovable(ObjectMapping row) {
        return !row.content().isChunked();
    }

    private List<ObjectMapping> first(int limit, Predicate<ObjectMapping> of, Comparator<ObjectMapping> order) {
        return rows.values().stream().filter(of).sorted(order).limit(limit).toList();
    }

    @Override
    public synchronized Map<RedundancyState, Long> countByState() {
        Map<RedundancyState, Long> counts = new EnumMap<>(RedundancyState.class);
        rows.values().forEach(row -> counts.merge(row.state(), 1L, Long::sum));
        return counts;
    }

    @Override
    public synchronized void storePlan(long fence, StoredPlan plan) {
        leadership.require(fence);
        leadership.store(plan);
    }

    @Override
    public synchronized Optional<StoredPlan> openPlan() {
        return leadership.open();
    }

    @Override
    public synchronized void completePlan(long fence, long epoch) {
        leadership.require(fence);
        leadership.complete(epoch);
    }

    @Override
    public synchronized List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
        leadership.require(fence);
        long now = clock.millis();
        // Nothing is written before the last remap has passed the rules: all of them, or none.
        Map<ObjectId, ObjectMapping> changed = new LinkedHashMap<>();
        List<EpochLogEntry> entries = new ArrayList<>();
        List<Remap.Outcome> outcomes = new ArrayList<>(remaps.size());
        for (Remap remap : remaps) {
            ObjectMapping before = changed.getOrDefault(remap.id(), rows.get(remap.id()));
            if (before != null && before.version() == remap.expectedVersion()) {
                ObjectMapping after = MappingRules.remapped(before, remap);
                changed.put(after.id(), after);
                entries.add(EpochLogEntry.of(before, after, remap.event(), remap.epoch(), remap.reason(), now));
                outcomes.add(Remap.Outcome.APPLIED);
            } else {
                outcomes.add(notApplied(before, before != null && MappingRules.alreadyApplied(before, remap)));
            }
        }
        rows.putAll(changed);
        entries.forEach(log::add);
        return outcomes;
    }

    @Override
    public synchronized Remap.Outcome migrate(long fence, Migration migration) {
        leadership.require(fence);
        ObjectMapping before = rows.get(migration.id());
        if (before == null || before.version() != migration.expectedVersion()) {
            return notApplied(before, before != null && MappingRules.alreadyApplied(before, migration));
        }
        long now = clock.millis();
        outbox.forget(now);
        MappingRules.Change change = MappingRules.migrated(before, migration);
        ObjectMapping row = change.row();
        boolean orphaned = !row.writeId().equals(before.writeId()) && MappingRules.tooOld(row.writeId(), now, grace);
        if (orphaned || outbox.knowsAny(row.writeId(), row.live().servers())) {
            return Remap.Outcome.STALE;
        }
        rows.put(row.id(), row);
        repairs.remove(row.id());
        outbox.add(before.writeId(), change.garbageOn(), now);
        log.add(EpochLogEntry.of(
                before, row, RedundancyEvent.MIGRATED, migration.epoch(), "moved in bulk before its next write", now));
        return Remap.Outcome.APPLIED;
    }

    private static Remap.Outcome notApplied(@Nullable ObjectMapping row, boolean already) {
        if (row == null) {
            return Remap.Outcome.GONE;
        }
        return already ? Remap.Outcome.ALREADY_APPLIED : Remap.Outcome.STALE;
    }

    @Override
    public synchronized int compact(long fence, long epoch) {
        leadership.require(fence);
        return log.compact(epoch);
    }

    @Override
    public synchronized List<Garbage> garbage(long minAgeMillis, int limit) {
        return outbox.waitingSince(clock.millis() - minAgeMillis, limit);
    }

    @Override
    public synchronized List<Garbage> garbage(ServerId server, long minAgeMillis, int limit) {
        return outbox.waitingSince(server, clock.millis() - minAgeMillis, limit);
    }

    @Override
    public synchronized void collected(Collection<Long> garbageIds) {
        long now = clock.millis();
        outbox.collected(garbageIds, now, grace.toMillis());
        outbox.forget(now);
    }

    @Override
    public synchronized Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds) {
        Set<WriteId> asked = Set.copyOf(writeIds);
        Set<WriteId> live = new HashSet<>();
        long now = clock.millis();
        asked.stream()
                .filter(writeId -> !MappingRules.tooOld(writeId, now, grace))
                .forEach(live::add);
        for (ObjectMapping row : rows.values()) {
            if (asked.contains(row.writeId())
                    && (row.live().servers().contains(server)
                            || row.destination().servers().contains(server))) {
                live.add(row.writeId());
            }
        }
        return live;
    }

    @Override
    public synchronized Set<WriteId> condemn(ServerId server, Collection<WriteId> writeIds) {
        long now = clock.millis();
        outbox.forget(now);
        Set<WriteId> dead = new HashSet<>(writeIds);
        dead.removeAll(liveWrites(server, writeIds));
        return dead.stream()
                .filter(writeId -> outbox.condemn(writeId, server, now))
                .collect(Collectors.toSet());
    }

    @Override
    public synchronized List<RepairTask> repairs(int limit) {
        outbox.forget(clock.millis()); // what it remembers bars servers
        return repairs.due(clock.millis(), limit).stream()
                .map(id -> task(requireNonNull(rows.get(id))))
                .toList();
    }

    private RepairTask task(ObjectMapping row) {
        RepairQueue.Entry entry = repairs.get(row.id());
        Set<ServerId> barred = outbox.serversOf(row.writeId());
        return entry == null
                ? new RepairTask(row, List.of(), barred, 0, 0)
                : new RepairTask(row, entry.missing(), barred, entry.sinceMillis(), entry.attempts());
    }

    @Override
    public synchronized Remap.Outcome repair(long fence, Repair repair) {
        leadership.require(fence);
        ObjectMapping before = rows.get(repair.id());
        if (before == null || before.version() != repair.expectedVersion()) {
            return notApplied(before, before != null && MappingRules.alreadyApplied(before, repair));
        }
        long now = clock.millis();
        outbox.forget(now);
        MappingRules.Change change = MappingRules.repaired(before, repair);
        ObjectMapping row = change.row();
        List<ServerId> added = row.live().servers().stream()
                .filter(server -> !before.live().servers().contains(server))
                .toList();
        if (outbox.knowsAny(row.writeId(), added)) {
            return Remap.Outcome.STALE;
        }
        RepairQueue.Entry known = repairs.get(row.id());
        rows.put(row.id(), row);
        if (row.degraded()) {
            repairs.put(row, repair.missing(), known == null ? now : known.sinceMillis());
        } else {
            repairs.remove(row.id());
        }
        outbox.add(before.writeId(), change.garbageOn(), now);
        repairs.done(change.garbageOn(), repair.bytes(), now);
        if (!added.isEmpty()) {
            long epoch = leadership.current().epoch();
            log.add(EpochLogEntry.of(before, row, RedundancyEvent.REPAIRED, epoch, repair.reason(), now));
        }
        return Remap.Outcome.APPLIED;
    }

    @Override
    public synchronized void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem) {
        leadership.require(fence);
        ObjectMapping row = rows.get(id);
        if (row != null && row.writeId().equals(writeId)) {
            repairs.postpone(id, clock.millis() + delayMillis, problem);
        }
    }

    @Override
    public synchronized int queue(long fence, List<Damage> damage) {
        leadership.require(fence);
        return (int) damage.stream().filter(this::degrade).count();
    }

    @Override
    public synchronized int queueFound(long fence, ServerId server, List<FragmentId> damaged) {
        leadership.require(fence);
        Map<WriteId, ObjectMapping> byWrite = new HashMap<>();
        rows.values().forEach(row -> byWrite.put(row.writeId(), row));
        return queue(
                fence,
                damaged.stream()
                        .flatMap(fragment -> Damage.of(byWrite.get(fragment.writeId()), server, fragment).stream())
                        .toList());
    }

    @Override
    public synchronized ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit) {
        List<ObjectMapping> page = (after == null ? rows : rows.tailMap(after, false))
                .values().stream().limit(limit).toList();
        return new ServerObjects(
                page.stream()
                        .filter(row -> row.live().servers().contains(server))
                        .map(this::task)
                        .toList(),
                page.size() < limit ? null : page.get(limit - 1).id());
    }

    @Override
    public synchronized void drain(ServerId server) {
        repairs.begin(server, Evacuation.Kind.DRAIN, clock.millis());
    }

    @Override
    public synchronized void cancelDrain(ServerId server) {
        repairs.end(server, Evacuation.Kind.DRAIN);
    }

    @Override
    public synchronized void begin(long fence, ServerId lost) {
        leadership.require(fence);
        repairs.begin(lost, Evacuation.Kind.LOST, clock.millis());
    }

    @Override
    public synchronized void end(long fence, ServerId lost) {
        leadership.require(fence);
        repairs.end(lost, Evacuation.Kind.LOST);
    }

    @Override
    public synchronized void progress(long fence, Evacuation evacuation) {
        leadership.require(fence);
        repairs.progress(evacuation);
    }

    @Override
    public synchronized RepairStatus repairStatus() {
        return repairs.status(clock.millis());
    }
}
