package io.chameleon.lab.simulation.role;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The registry behind {@link ForwardingTables}: every call goes through its transaction. */
final class ForwardingBuckets implements BucketTable {
    private final ForwardingTables tables;
    private final Supplier<BucketTable> buckets;

    /** @param buckets asked anew for each call */
    ForwardingBuckets(ForwardingTables tables, Supplier<BucketTable> buckets) {
        this.tables = tables;
        this.buckets = buckets;
    }

    @Override
    public BucketInfo create(String name, String owner, Map<String, String> settings) {
        return tables.transaction(() -> buckets.get().create(name, owner, settings));
    }

    @Override
    public void delete(String name) {
        boolean unused = tables.transaction(() -> {
            buckets.get().delete(name);
            return true;
        });
    }

    @Override
    public @Nullable BucketInfo find(String name) {
        return tables.transaction(() -> Optional.ofNullable(buckets.get().find(name)))
                .orElse(null);
    }

    @Override
    public List<BucketInfo> list(@Nullable String owner, String after, int limit) {
        return tables.transaction(() -> buckets.get().list(owner, after, limit));
    }

    @Override
    public List<BucketInfo> listAging(String after, int limit) {
        return tables.transaction(() -> buckets.get().listAging(after, limit));
    }

    @Override
    public List<BucketInfo> listWithSchemes(String after, int limit) {
        return tables.transaction(() -> buckets.get().listWithSchemes(after, limit));
    }

    @Override
    public BucketInfo configure(String name, Map<String, @Nullable String> changes) {
        return tables.transaction(() -> buckets.get().configure(name, changes));
    }
}
