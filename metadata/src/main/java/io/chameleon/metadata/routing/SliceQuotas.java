package io.chameleon.metadata.routing;

import io.chameleon.core.Slices;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The quotas of sliced buckets. Each slice has one of its own: what the bucket's leaves beside what the other slices
 * held when that was shared last, some seconds ago. So what is written into several slices within that time may exceed
 * the bucket's.
 */
final class SliceQuotas {
    private static final Logger LOG = LoggerFactory.getLogger(SliceQuotas.class);

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
                        slice -> slice, slice -> status(slice, Map.of()).used()));
    }

    /** Of one slice: as given, or asked for. */
    private QuotaStatus status(String slice, Map<String, QuotaStatus> given) {
        QuotaStatus known = given.get(slice);
        return known == null
                ? databases.in(slice, database -> database.quotas().quota(QuotaScope.bucket(slice)))
                : known;
    }

    /** Shares the quotas of all sliced buckets among their slices. One that cannot be keeps no other waiting. */
    void share() {
        List<String> sliced = databases.directory().sliced();
        if (sliced.isEmpty()) {
            return;
        }
        Map<String, QuotaStatus> given = given(Set.copyOf(sliced));
        for (String bucket : sliced) {
            try {
                if (given.containsKey(bucket) || Slices.names(bucket).stream().anyMatch(given::containsKey)) {
                    share(bucket, given);
                }
            } catch (ChameleonError e) {
                LOG.debug("the quota of bucket {} is shared later: {}", bucket, e.toString());
            }
        }
    }

    /** Quotas of these and their slices, and what these hold: as the database says in which each is. */
    private Map<String, QuotaStatus> given(Set<String> sliced) {
        Map<String, QuotaStatus> given = new HashMap<>();
        for (DatabaseTables database : databases.all()) {
            database.quotas().quotas().stream()
                    .filter(status -> status.of().kind() == QuotaScope.Kind.BUCKET
                            && sliced.contains(Slices.whole(status.of().name())))
                    .filter(status -> databases.of(status.of().name()).number() == database.number())
                    .forEach(status -> given.put(status.of().name(), status));
        }
        return given;
    }

    /** Shares the quota of one bucket among its slices. */
    void share(String bucket) {
        share(bucket, Map.of());
    }

    /** @param given of buckets and slices; what is missing is asked for, and what is right is not written */
    private void share(String bucket, Map<String, QuotaStatus> given) {
        Quota quota = quota(bucket);
        Map<String, QuotaStatus> slices =
                Slices.names(bucket).stream().collect(Collectors.toMap(slice -> slice, slice -> status(slice, given)));
        Usage all = slices.values().stream().map(QuotaStatus::used).reduce(Usage.NONE, Usage::plus);
        slices.forEach((slice, own) -> {
            Usage elsewhere = all.minus(own.used());
            Quota left =
                    new Quota(left(quota.maxBytes(), elsewhere.bytes()), left(quota.maxObjects(), elsewhere.objects()));
            if (!left.equals(own.quota())) {
                databases.runToWrite(slice, database -> database.quotas().setQuota(QuotaScope.bucket(slice), left));
            }
        });
    }

    private static long left(long most, long elsewhere) {
        return most == Quota.UNBOUNDED ? most : Math.max(0, most - elsewhere);
    }
}
