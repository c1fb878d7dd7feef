package io.chameleon.metadata.request;

import io.chameleon.core.access.Access;
import io.chameleon.metadata.bucket.GrantTable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Users' access to buckets, cached for {@link #REMEMBERED}. Safe from any thread. */
public final class AccessCache {
    public static final Duration REMEMBERED = Duration.ofSeconds(2);

    private static final int MAX_REMEMBERED = 100_000;

    private final GrantTable grants;
    private final LongSupplier nanoTime;
    private final Map<Key, Known> remembered = new HashMap<>();

    private record Key(String bucket, String principal) {}

    private record Known(Access access, long sinceNanos) {}

    AccessCache(GrantTable grants, LongSupplier nanoTime) {
        this.grants = grants;
        this.nanoTime = nanoTime;
    }

    /** Null if there is none. May wait for the database. */
    @Nullable
    Access access(String bucket, String principal) {
        Key key = new Key(bucket, principal);
        long now = nanoTime.getAsLong();
        synchronized (remembered) {
            Known known = remembered.get(key);
            if (known != null && now - known.sinceNanos() < REMEMBERED.toNanos()) {
                return known.access();
            }
        }
        Access access = grants.access(bucket, principal);
        synchronized (remembered) {
            if (access == null) {
                remembered.remove(key);
            } else {
                if (remembered.size() >= MAX_REMEMBERED) {
                    remembered.clear();
                }
                remembered.put(key, new Known(access, now));
            }
        }
        return access;
    }

    /** All access to a bucket. */
    void drop(String bucket) {
        synchronized (remembered) {
            remembered.keySet().removeIf(key -> key.bucket().equals(bucket));
        }
    }

    /** The access of a user to a bucket. */
    void drop(String bucket, String principal) {
        synchronized (remembered) {
            remembered.remove(new Key(bucket, principal));
        }
    }
}
