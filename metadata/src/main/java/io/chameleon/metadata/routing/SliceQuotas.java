package io.chameleon.metadata.routing;

import io.chameleon.core.Slices;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The quotas of sliced buckets. Each slice has one of its own: what the bucket's leaves beside what the other slices
 * held when that was shared last, some seconds ago. So what is written into several slices within that time may exceed
 * the bucket's.
 */
final class SliceQuotas {
    private final Databases databases;

    SliceQuotas(Databases databases) {
        this.databases = databases;
    }

    /** A bucket's quota, and what its slices hold at present. */
    QuotaStatus status(String bucket) {
        Quota quota = quota(bucket);
        Usage used = used(bucket).values().stream().reduce(Usage.NONE, Usage::plus);
        return new QuotaStatus(QuotaScope.bucket(bucket), quota, used);
    }

    private Quota quota(String bucket) {
        return databases
                .in(bucket, database -> database.quotas().quota(QuotaScope.bucket(bucket)))
                .quota();
    }

    private Map<String, Usage> used(String bucket) {
        return Slices.names(bucket).stream()
                .collect(Collectors.toMap(
                        slice -> slice,
                        slice -> databases
                                .in(slice, database -> database.quotas().quota(QuotaScope.bucket(slice)))
                                .used()));
    }

    /** Shares the quotas of all sliced buckets among their slices. */
    void share() {
        List<String> sliced = databases.directory().sliced();
        if (!sliced.isEmpty()) {
            Map<String, Quota> given = new HashMap<>();
            databases
                    .all()
                    .forEach(database -> database.quotas()
                            .quotas()
                            .forEach(status -> given.put(status.of().name(), status.quota())));
            sliced.forEach(bucket -> share(bucket, given));
        }
    }

    /** @param given to slices, and to buckets */
    private void share(String bucket, Map<String, Quota> given) {
        Quota quota = given.getOrDefault(bucket, Quota.NONE);
        if (!quota.equals(Quota.NONE) || Slices.names(bucket).stream().anyMatch(given::containsKey)) {
            share(bucket);
        }
    }

    /** Shares the quota of one bucket among its slices. */
    void share(String bucket) {
        Quota quota = quota(bucket);
        Map<String, Usage> used = used(bucket);
        Usage all = used.values().stream().reduce(Usage.NONE, Usage::plus);
        used.forEach((slice, own) -> {
            Usage elsewhere = all.minus(own);
            Quota left =
                    new Quota(left(quota.maxBytes(), elsewhere.bytes()), left(quota.maxObjects(), elsewhere.objects()));
            databases.runToWrite(slice, database -> database.quotas().setQuota(QuotaScope.bucket(slice), left));
        });
    }

    private static long left(long most, long elsewhere) {
        return most == Quota.UNBOUNDED ? most : Math.max(0, most - elsewhere);
    }
}
