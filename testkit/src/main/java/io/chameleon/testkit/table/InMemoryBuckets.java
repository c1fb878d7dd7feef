package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.lifecycle.LifecycleRules;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The registry of an {@link InMemoryMappingTable}, under the table's lock. */
final class InMemoryBuckets implements BucketTable {
    private final Object lock;
    private final InMemoryRows rows;
    private final Predicate<String> hasUploads;
    private final InstantSource clock;

    InMemoryBuckets(Object lock, InMemoryRows rows, Predicate<String> hasUploads, InstantSource clock) {
        this.lock = lock;
        this.rows = rows;
        this.hasUploads = hasUploads;
        this.clock = clock;
    }

    @Override
    public BucketInfo create(String name, String owner, Map<String, String> settings) {
        BucketInfo created = BucketInfo.created(name, owner, clock.millis(), settings);
        synchronized (lock) {
            if (rows.buckets().get(name) != null) {
                throw new ChameleonError(ErrorCode.BUCKET_EXISTS, "bucket " + name + " exists already");
            }
            rows.buckets().all().put(name, created);
            if (!owner.isEmpty()) {
                rows.buckets().claim(name, owner, created.createdMillis());
            }
            return created;
        }
    }

    @Override
    public void delete(String name) {
        synchronized (lock) {
            BucketInfo unused = required(name);
            ObjectId first = rows.objects().ceilingKey(new ObjectId(name, "\u0001"));
            boolean uploads = rows.uploads().isOpen(name) || hasUploads.test(name);
            if (uploads
                    || rows.versions().isIn(name)
                    || first != null && first.bucket().equals(name)) {
                throw new ChameleonError(
                        ErrorCode.BUCKET_NOT_EMPTY,
                        "bucket " + name + " holds objects, versions of objects or an open upload");
            }
            rows.buckets().remove(name);
        }
    }

    @Override
    public @Nullable BucketInfo find(String name) {
        synchronized (lock) {
            return rows.buckets().get(name);
        }
    }

    @Override
    public List<BucketInfo> list(@Nullable String owner, String after, int limit) {
        synchronized (lock) {
            return rows.buckets().all().tailMap(after, false).values().stream()
                    .filter(bucket -> owner == null || bucket.owner().equals(owner))
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public List<BucketInfo> listAging(String after, int limit) {
        synchronized (lock) {
            return rows.buckets().all().tailMap(after, false).values().stream()
                    .filter(bucket ->
                            bucket.settings().containsKey(LifecycleRules.SETTING) || hasUploads.test(bucket.name()))
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public List<BucketInfo> listWithSchemes(String after, int limit) {
        synchronized (lock) {
            return rows.buckets().all().tailMap(after, false).values().stream()
                    .filter(bucket -> !bucket.schemes().isNone())
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public BucketInfo configure(String name, Map<String, @Nullable String> changes) {
        synchronized (lock) {
            BucketInfo changed = required(name).configured(changes);
            rows.buckets().all().put(name, changed);
            return changed;
        }
    }

    private BucketInfo required(String name) {
        BucketInfo bucket = rows.buckets().get(name);
        if (bucket == null) {
            throw new ChameleonError(ErrorCode.BUCKET_NOT_FOUND, "no bucket " + name);
        }
        return bucket;
    }
}
