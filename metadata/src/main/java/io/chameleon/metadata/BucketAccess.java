package io.chameleon.metadata;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.metadata.bucket.GrantTable;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.AbortUploadRequest;
import io.chameleon.transport.wire.AddPartRequest;
import io.chameleon.transport.wire.BeginUploadRequest;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.CompleteUploadRequest;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CopyObjectRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DeleteVersionRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.FindVersionRequest;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.ListExtentsRequest;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.ListPartsRequest;
import io.chameleon.transport.wire.ListUploadsRequest;
import io.chameleon.transport.wire.ListVersionsRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.QuotaP;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import io.chameleon.transport.wire.UpdateVersionRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a user may do to a bucket what a request asks for. Callers in other roles have passed the check of roles
 * already and pass here.
 *
 * <p>A user who makes a bucket owns it. So does the first user to write to an unused bucket, or to set its policy;
 * until then any user may read it and finds nothing. A bucket that has objects but no owner, from a time without
 * authentication, is opened by an administrator's grant.
 *
 * <p>A user's access is cached for {@link #REMEMBERED}, so that a lookup costs no second statement; a revocation takes
 * effect everywhere after as long. Calls may wait for the database. Safe from any thread.
 */
final class BucketAccess {
    static final Duration REMEMBERED = Duration.ofSeconds(2);

    private static final int MAX_REMEMBERED = 100_000;

    private final GrantTable grants;
    private final BucketTable buckets;
    private final LongSupplier nanoTime;
    private final Map<Key, Known> remembered = new HashMap<>();

    private record Key(String bucket, String principal) {}

    private record Known(Access access, long sinceNanos) {}

    /**
     * What a request needs.
     *
     * @param exists whether the request is about a bucket that exists, and so is never the first use of one
     */
    private record Need(String bucket, Access access, boolean exists) {
        /** The grants of a bucket also govern the chunks and components of its objects. */
        Need {
            bucket = ObjectId.userBucket(bucket);
        }

        Need(String bucket, Access access) {
            this(bucket, access, false);
        }
    }

    BucketAccess(GrantTable grants, BucketTable buckets, LongSupplier nanoTime) {
        this.grants = grants;
        this.buckets = buckets;
        this.nanoTime = nanoTime;
    }

    /** Whether requests of this caller depend on grants. */
    static boolean concerns(Principal caller) {
        return caller.role() == Role.USER;
    }

    /** Throws {@code PERMISSION_DENIED} if the caller may not make this request. For all requests except COMMIT. */
    void require(Principal caller, Message request) {
        if (concerns(caller)) {
            Need need = need(request);
            if (need != null) {
                require(caller, need);
            }
        }
    }

    /**
     * Throws {@code PERMISSION_DENIED} if the caller may not make this commit. A write that is live as another object
     * cannot be committed again: its readers know the write id, and deleting the second object would delete the
     * fragments of both. Nor can the name be taken that the bytes of another version have once a copy shares them.
     */
    void requireCommit(Principal caller, Commit commit) {
        if (!concerns(caller)) {
            return;
        }
        Need need = new Need(commit.id().bucket(), Access.WRITE);
        require(caller, need);
        GrantTable.Before before = grants.before(commit.writeId(), commit.id());
        if (!before.registered()) {
            // Deleted since its access was cached: the bucket is the next writer's, with a claim of its own.
            changed(need.bucket(), caller.name());
            require(caller, need);
        }
        if (before.liveElsewhere() || takesTheNameOfOthers(commit.id())) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "write " + commit.writeId() + " is another object's, or has the name of another's bytes, and cannot"
                            + " be committed as " + commit.id());
        }
    }

    /** A client chooses the names of its components. Readers know the content ids of others' versions. */
    private boolean takesTheNameOfOthers(ObjectId id) {
        return Components.isComponent(id)
                && grants.before(Components.sharedBytes(Components.contentId(id)), id)
                        .liveElsewhere();
    }

    /** Drops all cached access to a bucket. */
    void changed(String bucket) {
        synchronized (remembered) {
            remembered.keySet().removeIf(key -> key.bucket().equals(bucket));
        }
    }

    /** Drops the cached access of a user to a bucket. */
    void changed(String bucket, String principal) {
        synchronized (remembered) {
            remembered.remove(new Key(bucket, principal));
        }
    }

    private void require(Principal caller, Need need) {
        if (need.exists()) {
            // Not by what is cached: the bucket may have been deleted since, and be another user's now.
            changed(need.bucket(), caller.name());
        }
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
        if (need.exists()) {
            // The call finds no bucket, and says so.
            return grants.isUnused(need.bucket()) && buckets.find(need.bucket()) == null;
        }
        if (need.access() == Access.READ) {
            return grants.isUnused(need.bucket());
        }
        // The second of two simultaneous requests finds the bucket claimed by its own user.
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
            case UPDATE_METADATA ->
                new Need(request.header(UpdateMetadataRequest.class).getId().getBucket(), Access.WRITE);
            case DISCARD_CHUNKS ->
                new Need(request.header(DiscardChunksRequest.class).getBucket(), Access.WRITE);
            case BEGIN_UPLOAD ->
                new Need(request.header(BeginUploadRequest.class).getObject().getBucket(), Access.WRITE);
            case ADD_PART ->
                new Need(request.header(AddPartRequest.class).getObject().getBucket(), Access.WRITE);
            case COMPLETE_UPLOAD ->
                new Need(request.header(CompleteUploadRequest.class).getObject().getBucket(), Access.WRITE);
            // Source and copy are in one bucket, and who may write there may read there.
            case COPY_OBJECT ->
                new Need(request.header(CopyObjectRequest.class).getObject().getBucket(), Access.WRITE);
            case ABORT_UPLOAD ->
                new Need(request.header(AbortUploadRequest.class).getObject().getBucket(), Access.WRITE);
            case LIST_PARTS ->
                new Need(request.header(ListPartsRequest.class).getObject().getBucket(), Access.READ);
            case LIST_UPLOADS ->
                new Need(request.header(ListUploadsRequest.class).getBucket(), Access.READ);
            case LIST_EXTENTS ->
                new Need(request.header(ListExtentsRequest.class).getBucket(), Access.READ);
            case FIND_VERSION ->
                new Need(request.header(FindVersionRequest.class).getObject().getBucket(), Access.READ);
            case LIST_VERSIONS ->
                new Need(request.header(ListVersionsRequest.class).getKeys().getBucket(), Access.READ);
            case DELETE_VERSION ->
                new Need(request.header(DeleteVersionRequest.class).getObject().getBucket(), Access.WRITE);
            case UPDATE_VERSION ->
                new Need(
                        request.header(UpdateVersionRequest.class)
                                .getUpdate()
                                .getId()
                                .getBucket(),
                        Access.WRITE);
            case SET_BUCKET_POLICY ->
                new Need(request.header(SetBucketPolicyRequest.class).getBucket(), Access.OWNER);
            case CHECK_ROOM ->
                new Need(request.header(CheckRoomRequest.class).getId().getBucket(), Access.WRITE);
            case QUOTAS -> {
                QuotaP of = request.header(QuotasRequest.class).getOf();
                yield of.getKind() == QuotaScope.Kind.BUCKET.code() ? new Need(of.getName(), Access.READ) : null;
            }
            case GET_BUCKET -> new Need(request.header(GetBucketRequest.class).getBucket(), Access.READ);
            case DELETE_BUCKET ->
                new Need(request.header(DeleteBucketRequest.class).getBucket(), Access.OWNER, true);
            case CONFIGURE_BUCKET ->
                new Need(request.header(ConfigureBucketRequest.class).getBucket(), Access.OWNER, true);
            case SET_GRANT -> new Need(request.header(SetGrantRequest.class).getBucket(), Access.OWNER);
            case LIST_GRANTS -> {
                String bucket = request.header(ListGrantsRequest.class).getBucket();
                yield bucket.isEmpty() ? null : new Need(bucket, Access.OWNER);
            }
            default -> null;
        };
    }
}
