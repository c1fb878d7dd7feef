package io.chameleon.metadata;

import io.chameleon.core.Chunks;
import io.chameleon.core.access.Access;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.transport.Message;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.QuotaP;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a user may do to a bucket what a request asks for. Everybody else has been judged by role already and passes.
 *
 * <p>Whoever first writes to a bucket that nobody has used, or sets its policy, becomes its owner; until then anybody may look into it,
 * to find nothing. A bucket that has objects but no owner, from a time without authentication, is opened by an administrator's grant.
 *
 * <p>What a user has is remembered for {@link #REMEMBERED}, so that a lookup costs no second statement; a revocation counts everywhere
 * after as long. Calls may wait for the database. Safe from any thread.
 */
final class BucketAccess {
    static final Duration REMEMBERED = Duration.ofSeconds(2);

    private static final int MAX_REMEMBERED = 100_000;

    private final GrantTable grants;
    private final LongSupplier nanoTime;
    private final Map<Key, Known> remembered = new HashMap<>();

    private record Key(String bucket, String principal) {}

    private record Known(Access access, long sinceNanos) {}

    /** What a request needs. */
    private record Need(String bucket, Access access) {
        /** The grants of a bucket govern the chunks of its objects. */
        Need {
            bucket = Chunks.userBucket(bucket);
        }
    }

    BucketAccess(GrantTable grants, LongSupplier nanoTime) {
        this.grants = grants;
        this.nanoTime = nanoTime;
    }

    /** Whether requests of this caller depend on grants. */
    static boolean concerns(Principal caller) {
        return caller.role() == Role.USER;
    }

    /** Throws {@code PERMISSION_DENIED} if the caller may not make this request, any but COMMIT. */
    void require(Principal caller, Message request) {
        if (concerns(caller)) {
            Need need = need(request);
            if (need != null) {
                require(caller, need);
            }
        }
    }

    /**
     * Throws {@code PERMISSION_DENIED} if the caller may not commit this. A write that is live as another object cannot be committed
     * a second time: whoever may read that object knows its write id, and deleting the second would delete the fragments of both.
     */
    void requireCommit(Principal caller, Commit commit) {
        if (!concerns(caller)) {
            return;
        }
        require(caller, new Need(commit.id().bucket(), Access.WRITE));
        if (grants.isLiveElsewhere(commit.writeId(), commit.id())) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "write " + commit.writeId() + " is another object's, and cannot be committed as " + commit.id());
        }
    }

    /** Forgets what is remembered of a user and a bucket. */
    void changed(String bucket, String principal) {
        synchronized (remembered) {
            remembered.remove(new Key(bucket, principal));
        }
    }

    private void require(Principal caller, Need need) {
        Access has = known(need.bucket(), caller.name());
        boolean allowed = has == null ? mayBegin(caller.name(), need) : has.covers(need.access());
        if (!allowed) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "bucket " + need.bucket() + ": " + caller + " has " + (has == null ? "no" : has.label())
                            + " access, " + need.access().label() + " is needed");
        }
    }

    private boolean mayBegin(String principal, Need need) {
        if (need.access() == Access.READ) {
            return grants.isUnused(need.bucket());
        }
        // The second of two requests that came at once finds the bucket claimed, by itself.
        return grants.claim(need.bucket(), principal) || known(need.bucket(), principal) == Access.OWNER;
    }

    private @Nullable Access known(String bucket, String principal) {
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

    private static @Nullable Need need(Message request) {
        return switch (request.type()) {
            case LOOKUP -> new Need(request.header(LookupRequest.class).getId().getBucket(), Access.READ);
            case HISTORY ->
                new Need(request.header(HistoryRequest.class).getId().getBucket(), Access.READ);
            case LIST_OBJECTS ->
                new Need(request.header(ListObjectsRequest.class).getBucket(), Access.READ);
            case REPORT_DAMAGE ->
                new Need(request.header(ReportDamageRequest.class).getId().getBucket(), Access.READ);
            case DELETE_OBJECT ->
                new Need(request.header(DeleteObjectRequest.class).getId().getBucket(), Access.WRITE);
            case DISCARD_CHUNKS ->
                new Need(request.header(DiscardChunksRequest.class).getBucket(), Access.WRITE);
            case SET_BUCKET_POLICY ->
                new Need(request.header(SetBucketPolicyRequest.class).getBucket(), Access.OWNER);
            case CHECK_ROOM ->
                new Need(request.header(CheckRoomRequest.class).getId().getBucket(), Access.WRITE);
            case QUOTAS -> {
                QuotaP of = request.header(QuotasRequest.class).getOf();
                yield of.getKind() == QuotaScope.Kind.BUCKET.code() ? new Need(of.getName(), Access.READ) : null;
            }
            case SET_GRANT -> new Need(request.header(SetGrantRequest.class).getBucket(), Access.OWNER);
            case LIST_GRANTS -> {
                String bucket = request.header(ListGrantsRequest.class).getBucket();
                yield bucket.isEmpty() ? null : new Need(bucket, Access.OWNER);
            }
            default -> null;
        };
    }
}
