package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.core.mapping.table.QuotaTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Quotas of buckets are where the bucket is. Those of users are in every database: the first has the one that counts,
 * the others copies ({@link UserQuotas}).
 */
public final class RoutedQuotaTable implements QuotaTable {
    private final Databases databases;
    private final UserQuotas users;
    private final SliceQuotas slices;

    public RoutedQuotaTable(Databases databases, UserQuotas users) {
        this.databases = databases;
        this.users = users;
        this.slices = new SliceQuotas(databases);
    }

    @Override
    public void setQuota(QuotaScope of, Quota quota) {
        if (of.kind() == QuotaScope.Kind.BUCKET) {
            databases.runToWrite(of.name(), database -> database.quotas().setQuota(of, quota));
            if (databases.isSliced(of.name())) {
                slices.share(of.name());
            }
        } else {
            databases.first().quotas().setQuota(of, quota);
            users.share();
        }
    }

    @Override
    public QuotaStatus quota(QuotaScope of) {
        if (of.kind() == QuotaScope.Kind.BUCKET) {
            return ofBucket(of);
        }
        return users.status(of);
    }

    private QuotaStatus ofBucket(QuotaScope of) {
        return databases.isSliced(of.name())
                ? slices.status(of.name())
                : databases.in(of.name(), database -> database.quotas().quota(of));
    }

    private static boolean isOfBucket(QuotaStatus status) {
        return status.of().kind() == QuotaScope.Kind.BUCKET
                && !Slices.isSlice(status.of().name());
    }

    @Override
    public List<QuotaStatus> quotas() {
        List<QuotaStatus> all = new ArrayList<>(databases.mergedBuckets(
                database -> database.quotas().quotas().stream()
                        .filter(RoutedQuotaTable::isOfBucket)
                        .map(status -> databases.isSliced(status.of().name()) ? ofBucket(status.of()) : status)
                        .toList(),
                status -> status.of().name(),
                Integer.MAX_VALUE));
        all.addAll(users.statuses());
        all.sort(Comparator.comparing(QuotaStatus::of));
        return all;
    }

    @Override
    public void requireRoom(ObjectId id, long bytes) {
        databases.run(id, (database, stored) -> database.quotas().requireRoom(stored, bytes));
    }

    @Override
    public void recount(QuotaScope of) {
        if (of.kind() == QuotaScope.Kind.BUCKET) {
            List<String> parts = databases.isSliced(of.name()) ? Slices.names(of.name()) : List.of(of.name());
            parts.forEach(
                    part -> databases.run(part, database -> database.quotas().recount(QuotaScope.bucket(part))));
        } else {
            databases.all().forEach(database -> database.quotas().recount(of));
        }
    }
}
