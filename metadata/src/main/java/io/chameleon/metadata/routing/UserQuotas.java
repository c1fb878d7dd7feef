package io.chameleon.metadata.routing;

import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Users whose buckets are in several databases. Each database enforces a user's quota by what its own buckets hold, as
 * its transaction sees it, and by what those of the others held when that was shared last, some seconds ago. So what a
 * user writes into several databases within that time may exceed a quota.
 */
public final class UserQuotas {
    private final List<DatabaseTables> databases;

    public UserQuotas(List<DatabaseTables> databases) {
        this.databases = List.copyOf(databases);
    }

    /** Copies the quotas of the first database to the others, and tells each what users store elsewhere. */
    public void share() {
        Map<QuotaScope, Quota> quotas = quotas(databases.getFirst());
        for (DatabaseTables database : databases.subList(1, databases.size())) {
            Map<QuotaScope, Quota> there = quotas(database);
            Set<QuotaScope> of = new TreeSet<>(quotas.keySet());
            of.addAll(there.keySet());
            for (QuotaScope user : of) {
                Quota wanted = quotas.getOrDefault(user, Quota.NONE);
                if (!wanted.equals(there.getOrDefault(user, Quota.NONE))) {
                    database.quotas().setQuota(user, wanted);
                }
            }
        }
        if (!quotas.isEmpty()) {
            shareUsage(quotas.keySet());
        }
    }

    private static Map<QuotaScope, Quota> quotas(DatabaseTables database) {
        return database.quotas().quotas().stream()
                .filter(status -> status.of().kind() == QuotaScope.Kind.USER)
                .collect(Collectors.toMap(QuotaStatus::of, QuotaStatus::quota));
    }

    private void shareUsage(Set<QuotaScope> users) {
        Map<DatabaseTables, Map<String, Usage>> used = new HashMap<>();
        Map<String, Usage> all = new HashMap<>();
        users.forEach(user -> all.put(user.name(), Usage.NONE));
        for (DatabaseTables database : databases) {
            Map<String, Usage> here = database.quotas().usedHere(all.keySet());
            used.put(database, here);
            here.forEach((user, usage) -> all.merge(user, usage, Usage::plus));
        }
        used.forEach((database, here) -> {
            Map<String, Usage> elsewhere = new HashMap<>();
            all.forEach((user, usage) -> elsewhere.put(user, usage.minus(here.getOrDefault(user, Usage.NONE))));
            database.quotas().setUsedElsewhere(elsewhere);
        });
    }

    /** A user's quota, and what its buckets hold at present in all databases. */
    QuotaStatus status(QuotaScope user) {
        return statuses(Map.of(user, databases.getFirst().quotas().quota(user).quota()))
                .getFirst();
    }

    /** As {@link #status}, of all users with a quota. */
    List<QuotaStatus> statuses() {
        return statuses(quotas(databases.getFirst()));
    }

    private List<QuotaStatus> statuses(Map<QuotaScope, Quota> quotas) {
        Set<String> names = quotas.keySet().stream().map(QuotaScope::name).collect(Collectors.toSet());
        Map<String, Usage> used = new HashMap<>();
        databases.forEach(database ->
                database.quotas().usedHere(names).forEach((user, usage) -> used.merge(user, usage, Usage::plus)));
        return quotas.entrySet().stream()
                .map(user -> new QuotaStatus(
                        user.getKey(),
                        user.getValue(),
                        used.getOrDefault(user.getKey().name(), Usage.NONE)))
                .toList();
    }
}
