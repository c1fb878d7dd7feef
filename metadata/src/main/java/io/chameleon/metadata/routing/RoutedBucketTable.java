package io.chameleon.metadata.routing;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The registry: a bucket's row is where its objects are; lists are merged. */
public final class RoutedBucketTable implements BucketTable {
    private final Databases databases;

    public RoutedBucketTable(Databases databases) {
        this.databases = databases;
    }

    @Override
    public BucketInfo create(String name, String owner, Map<String, String> settings) {
        return databases.inToWrite(name, database -> database.buckets().create(name, owner, settings));
    }

    /** The name keeps its database, so that no process can look for its next bucket in another. */
    @Override
    public void delete(String name) {
        databases.run(name, database -> database.buckets().delete(name));
    }

    @Override
    public @Nullable BucketInfo find(String name) {
        return databases.in(name, database -> database.buckets().find(name));
    }

    @Override
    public List<BucketInfo> list(@Nullable String owner, String after, int limit) {
        return databases.mergedBuckets(
                database -> database.buckets().list(owner, after, limit), BucketInfo::name, limit);
    }

    @Override
    public List<BucketInfo> listAging(String after, int limit) {
        return databases.mergedBuckets(database -> database.buckets().listAging(after, limit), BucketInfo::name, limit);
    }

    @Override
    public List<BucketInfo> listWithSchemes(String after, int limit) {
        return databases.mergedBuckets(
                database -> database.buckets().listWithSchemes(after, limit), BucketInfo::name, limit);
    }

    @Override
    public BucketInfo configure(String name, Map<String, @Nullable String> changes) {
        return databases.in(name, database -> database.buckets().configure(name, changes));
    }
}
