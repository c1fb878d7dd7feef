package io.chameleon.metadata.request;

import com.google.protobuf.ByteString;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.metadata.bucket.GrantTable;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.security.WriteProof;
import java.util.function.LongSupplier;

/**
 * Whether a user may do to a bucket what a request asks for. Callers in other roles have passed the check of roles
 * already and pass here.
 *
 * <p>A user who makes a bucket owns it. So does the first user to write to an unused bucket, or to set its policy;
 * until then any user may read it and finds nothing. A bucket that has objects but no owner, from a time without
 * authentication, is opened by an administrator's grant.
 *
 * <p>A user's access is cached for {@link AccessCache#REMEMBERED}, so that a lookup costs no second statement; a
 * revocation takes effect everywhere after as long. Calls may wait for the database. Safe from any thread.
 */
public final class BucketAccess {
    private final GrantTable grants;
    private final BucketTable buckets;
    private final AccessCache cache;

    public BucketAccess(GrantTable grants, BucketTable buckets, LongSupplier nanoTime) {
        this.grants = grants;
        this.buckets = buckets;
        this.cache = new AccessCache(grants, nanoTime);
    }

    /** Whether requests of this caller depend on grants. */
    public static boolean concerns(Principal caller) {
        return caller.role() == Role.USER;
    }

    /**
     * Throws {@code PERMISSION_DENIED} if the caller may not make this request, and {@code INVALID_REQUEST} if nobody
     * may make it of a slice. For all requests except COMMIT.
     */
    public void require(Principal caller, Message request) {
        AccessNeed need = AccessNeed.of(request);
        if (need != null) {
            need.requireBucket(concerns(caller));
            if (concerns(caller)) {
                require(caller, need);
            }
        }
    }

    /**
     * Throws {@code PERMISSION_DENIED} if the caller may not make this commit. A write that is live as another object
     * cannot be committed again: its readers know the write id, and deleting the second object would delete the
     * fragments of both. Nor can the name be taken that the bytes of another version have once a copy shares them.
     * Throws {@code INVALID_REQUEST} of a commit into a slice by its name: its object may be of another slice.
     *
     * @param key of the write, by which the caller proves that it made it; empty if it does not
     */
    public void requireCommit(Principal caller, Commit commit, ByteString key) {
        AccessNeed need = new AccessNeed(commit.id().bucket(), Access.WRITE);
        need.requireBucket(concerns(caller));
        if (!concerns(caller)) {
            return;
        }
        boolean proven = !key.isEmpty();
        if (proven) {
            WriteProof.require(commit.writeId(), key.toByteArray(), caller, "commit it");
        }
        require(caller, need);
        GrantTable.Before before = grants.before(commit.writeId(), commit.id(), proven);
        if (!before.registered()) {
            // Deleted since its access was cached: the bucket is the next writer's, with a claim of its own.
            cache.drop(need.bucket(), caller.name());
            require(caller, need);
        }
        if (before.liveElsewhere() || takesTheNameOfOthers(commit.id(), proven)) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "write " + commit.writeId() + " is another object's, or has the name of another's bytes, and cannot"
                            + " be committed as " + commit.id());
        }
    }

    /**
     * A client chooses the names of its components. Readers know the content ids of others' versions. The name is the
     * write that is committed, so whoever has the key of that did not take it from another's version.
     */
    private boolean takesTheNameOfOthers(ObjectId id, boolean proven) {
        return Components.isComponent(id)
                && grants.before(Components.sharedBytes(Components.contentId(id)), id, proven)
                        .liveElsewhere();
    }

    /** Drops all cached access to a bucket. */
    void changed(String bucket) {
        cache.drop(bucket);
    }

    /** Drops the cached access of a user to a bucket. */
    void changed(String bucket, String principal) {
        cache.drop(bucket, principal);
    }

    private void require(Principal caller, AccessNeed need) {
        if (need.exists()) {
            // Not by what is cached: the bucket may have been deleted since, and be another user's now.
            cache.drop(need.bucket(), caller.name());
        }
        Access has = cache.access(need.bucket(), caller.name());
        boolean allowed = has == null ? mayBegin(caller.name(), need) : has.covers(need.access());
        if (!allowed) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "bucket " + need.bucket() + ": " + caller + " has " + (has == null ? "no" : has.label())
                            + " access, " + need.access().label() + " is needed");
        }
    }

    private boolean mayBegin(String principal, AccessNeed need) {
        if (need.exists()) {
            // The call finds no bucket, and says so.
            return grants.isUnused(need.bucket()) && buckets.find(need.bucket()) == null;
        }
        if (need.access() == Access.READ) {
            return grants.isUnused(need.bucket());
        }
        // The second of two simultaneous requests finds the bucket claimed by its own user.
        return grants.claim(need.bucket(), principal) || cache.access(need.bucket(), principal) == Access.OWNER;
    }
}
