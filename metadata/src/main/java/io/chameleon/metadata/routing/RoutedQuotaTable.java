package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
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

    public RoutedQuotaTable(Databases databases, UserQuotas users) {
        this.databases = databases;
        this.users = users;
    }

    @Override
    public void setQuota(QuotaScope of, Quota quota) {
        if (of.kind() == QuotaScope.Kind.BUCKET) {
            databases.runToWrite(of.name(), database -> database.quotas().setQuota(of, quota));
        } else {
            databases.first().quotas().setQuota(of, quota);
            users.share();
        }
    }

    @Override
    public QuotaStatus quota(QuotaScope of) {
        if (of.kind() == QuotaScope.Kind.BUCKET) {
            return databases.in(of.name(), database -> database.quotas().quota(of));
        }
        return users.status(of);
    }

    @Override
    public List<QuotaStatus> quotas() {
        List<QuotaStatus> all = new ArrayList<>(databases.mergedBuckets(
                database -> database.quotas().quotas().stream()
                        .filter(status -> status.of().kind() == QuotaScope.Kind.BUCKET)
                        .toList(),
                status -> status.of().name(),
                Integer.MAX_VALUE));
        all.addAll(users.statuses());
        all.sort(Comparator.comparing(QuotaStatus::of));
        return all;
    }

    @Override
    public void requireRoom(ObjectId id, long bytes) {
        databases.run(id, database -> database.quotas().requireRoom(id, bytes));
    }

    @Override
    public void recount(QuotaScope of) {
        if (of.kind() == QuotaScope.Kind.BUCKET) {
            databases.run(of.name(), database -> database.quotas().recount(of));
        } else {
            databases.all().forEach(database -> database.quotas().recount(of));
        }
    }
}
