package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.metadata.bucket.GrantTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Grants in memory. The test sets which buckets have objects, and which writes are live. */
final class FakeGrants implements GrantTable {
    final Set<String> withObjects = new HashSet<>();
    final Map<WriteId, ObjectId> live = new HashMap<>();
    final Set<String> deleted = new HashSet<>();
    int asked;

    private final Map<String, TreeMap<String, Access>> grants = new TreeMap<>();

    @Override
    public synchronized @Nullable Access access(String bucket, String principal) {
        asked++;
        return grants.getOrDefault(bucket, new TreeMap<>()).get(principal);
    }

    @Override
    public synchronized boolean isUnused(String bucket) {
        return !grants.containsKey(bucket) && !withObjects.contains(bucket);
    }

    @Override
    public synchronized boolean claim(String bucket, String principal) {
        boolean unused = isUnused(bucket);
        if (unused) {
            set(bucket, principal, Access.OWNER);
        }
        return unused;
    }

    @Override
    public synchronized void set(String bucket, String principal, @Nullable Access access) {
        TreeMap<String, Access> ofBucket = grants.computeIfAbsent(bucket, unused -> new TreeMap<>());
        if (access == null) {
            ofBucket.remove(principal);
        } else {
            ofBucket.put(principal, access);
        }
    }

    @Override
    public synchronized List<Grant> ofBucket(String bucket) {
        return grants.getOrDefault(bucket, new TreeMap<>()).entrySet().stream()
                .map(entry -> new Grant(bucket, entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public synchronized List<Grant> ofPrincipal(String principal) {
        return grants.keySet().stream()
                .flatMap(bucket -> ofBucket(bucket).stream())
                .filter(grant -> grant.principal().equals(principal))
                .toList();
    }

    @Override
    public synchronized Before before(WriteId writeId, ObjectId id, boolean proven) {
        ObjectId owner = live.get(writeId);
        return new Before(owner != null && !owner.equals(id), !deleted.contains(id.bucket()));
    }
}
