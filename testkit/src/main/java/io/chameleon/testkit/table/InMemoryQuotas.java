package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Quotas of the in-memory table. Counting scans all rows, so quotas make commits slow. Not thread-safe. */
final class InMemoryQuotas {
    private final Map<QuotaScope, Quota> quotas = new TreeMap<>();
    private final Map<String, String> owners = new HashMap<>();
    private final Collection<ObjectMapping> rows;

    /** @param rows of the table, as they are at each call */
    InMemoryQuotas(Collection<ObjectMapping> rows) {
        this.rows = rows;
    }

    void own(String bucket, String user) {
        owners.putIfAbsent(bucket, user);
    }

    void disown(String bucket) {
        owners.remove(bucket);
    }

    /** "" if nobody has claimed it. */
    String ownerOf(String bucket) {
        return owners.getOrDefault(bucket, "");
    }

    void set(QuotaScope of, Quota quota) {
        if (quota.equals(Quota.NONE)) {
            quotas.remove(of);
        } else {
            quotas.put(of, quota);
        }
    }

    QuotaStatus status(QuotaScope of) {
        return new QuotaStatus(of, quotas.getOrDefault(of, Quota.NONE), used(of));
    }

    List<QuotaStatus> all() {
        return quotas.keySet().stream().map(this::status).toList();
    }

    boolean admits(ObjectId id, Usage change) {
        return scopesOf(ObjectId.userBucket(id.bucket())).stream()
                .filter(quotas::containsKey)
                .map(this::status)
                .allMatch(status -> status.quota().admits(status.used(), change));
    }

    void require(ObjectId id, Usage change) {
        if (!admits(id, change)) {
            throw new ChameleonError(
                    ErrorCode.QUOTA_EXCEEDED, "object " + id + ": over the quota of its bucket or owner");
        }
    }

    private List<QuotaScope> scopesOf(String bucket) {
        List<QuotaScope> scopes = new ArrayList<>();
        scopes.add(QuotaScope.bucket(bucket));
        String owner = owners.get(bucket);
        if (owner != null) {
            scopes.add(QuotaScope.user(owner));
        }
        return scopes;
    }

    private Usage used(QuotaScope of) {
        return rows.stream()
                .filter(row -> scopesOf(ObjectId.userBucket(row.id().bucket())).contains(of))
                .map(Usage::of)
                .reduce(Usage.NONE, Usage::plus);
    }
}
