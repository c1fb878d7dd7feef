package io.chameleon.metadata.routing;

import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The registry: a bucket's row is where its objects are; lists are merged. Slices of a bucket have copies of its row.
 */
public final class RoutedBucketTable implements BucketTable {
    private final Databases databases;
    private final SlicedBuckets sliced;

    public RoutedBucketTable(Databases databases) {
        this.databases = databases;
        this.sliced = new SlicedBuckets(databases);
    }

    @Override
    public BucketInfo create(String name, String owner, Map<String, String> settings) {
        String slices = settings.get(Slices.SETTING);
        if (slices != null) {
            // All that the bucket's database would refuse: a name is sliced for ever.
            BucketInfo unused = BucketInfo.created(name, owner, 0, settings);
            sliced.slice(name, slices);
        }
        sliced.adopt(name);
        BucketInfo made =
                databases.inToWrite(name, database -> database.buckets().create(name, owner, settings));
        sliced.alike(name);
        return shown(made);
    }

    /** The name keeps its database, so that no process can look for its next bucket in another. */
    @Override
    public void delete(String name) {
        if (databases.isSliced(name)) {
            sliced.delete(name);
        } else {
            databases.run(name, database -> database.buckets().delete(name));
        }
    }

    @Override
    public @Nullable BucketInfo find(String name) {
        BucketInfo found = databases.isSliced(name)
                ? sliced.find(name)
                : databases.in(name, database -> database.buckets().find(name));
        return found == null ? null : shown(found);
    }

    @Override
    public List<BucketInfo> list(@Nullable String owner, String after, int limit) {
        return databases.mergedBuckets(
                database -> database.buckets().list(owner, after, limit), BucketInfo::name, limit);
    }

    @Override
    public List<BucketInfo> listAging(String after, int limit) {
        Map<String, BucketInfo> aging = new TreeMap<>();
        databases
                .mergedBuckets(database -> database.buckets().listAging(after, limit), BucketInfo::name, limit)
                .forEach(bucket -> aging.put(bucket.name(), bucket));
        databases.all().stream()
                .flatMap(database -> database.slices().uploading().stream())
                .map(Slices::whole)
                .filter(name -> name.compareTo(after) > 0 && !aging.containsKey(name))
                .distinct()
                .map(this::find)
                .filter(Objects::nonNull)
                .forEach(bucket -> aging.put(bucket.name(), bucket));
        return aging.values().stream().limit(limit).toList();
    }

    @Override
    public List<BucketInfo> listWithSchemes(String after, int limit) {
        return databases.mergedBuckets(
                database -> database.buckets().listWithSchemes(after, limit), BucketInfo::name, limit);
    }

    @Override
    public BucketInfo configure(String name, Map<String, @Nullable String> changes) {
        sliced.adopt(name);
        BucketInfo after = databases.in(name, database -> database.buckets().configure(name, changes));
        sliced.alike(name);
        return after;
    }

    /** Also of one that has been made again without saying so. */
    private BucketInfo shown(BucketInfo bucket) {
        if (bucket.isSliced() || !databases.isSliced(bucket.name())) {
            return bucket;
        }
        Map<String, String> settings = new HashMap<>(bucket.settings());
        settings.put(Slices.SETTING, Integer.toString(Slices.COUNT));
        return new BucketInfo(bucket.name(), bucket.owner(), bucket.createdMillis(), bucket.policy(), settings);
    }
}
