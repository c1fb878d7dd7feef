package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Utf8;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.BucketWire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.ListBucketsRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link Requests} for the registry of buckets. A user makes and lists its own; what it may do with one
 * that exists is decided by {@link BucketAccess}.
 */
final class BucketRequests {
    private final BucketTable buckets;
    private final BucketAccess access;

    BucketRequests(BucketTable buckets, BucketAccess access) {
        this.buckets = buckets;
        this.access = access;
    }

    PreparedCall create(CreateBucketRequest request, Principal caller) {
        String name = request.getBucket();
        String owner = request.getOwner().isEmpty() ? ownName(caller) : request.getOwner();
        ObjectId.requireBucket(name);
        BucketInfo.requireOwner(owner);
        require(!BucketAccess.concerns(caller) || owner.equals(caller.name()), caller, "a bucket for another");
        return () -> {
            BucketInfo made = buckets.create(name, owner);
            access.changed(name);
            return BucketWire.answer(made);
        };
    }

    /** Without authentication nobody has a name, and a gateway makes buckets for others. */
    private static String ownName(Principal caller) {
        return caller.equals(Principal.ANYBODY) || caller.role() == Role.GATEWAY ? "" : caller.name();
    }

    PreparedCall delete(DeleteBucketRequest request) {
        String name = request.getBucket();
        ObjectId.requireBucket(name);
        return Requests.done(() -> {
            buckets.delete(name);
            access.changed(name);
        });
    }

    PreparedCall find(GetBucketRequest request) {
        String name = request.getBucket();
        ObjectId.requireBucket(name);
        return () -> BucketWire.answer(requireExists(name));
    }

    /** Throws {@code BUCKET_NOT_FOUND} if there is none. */
    BucketInfo requireExists(String name) {
        BucketInfo bucket = buckets.find(name);
        if (bucket == null) {
            throw new ChameleonError(ErrorCode.BUCKET_NOT_FOUND, "no bucket " + name);
        }
        return bucket;
    }

    PreparedCall list(ListBucketsRequest request, Principal caller) {
        boolean isUser = BucketAccess.concerns(caller);
        String owner = request.getOwner().isEmpty() && isUser ? caller.name() : request.getOwner();
        BucketInfo.requireOwner(owner);
        require(!isUser || owner.equals(caller.name()), caller, "another's buckets");
        int limit = request.getLimit();
        Require.that(
                limit >= 1 && limit <= BucketTable.MAX_LIMIT,
                "buckets of a page",
                Integer.toUnsignedString(limit),
                "1 to " + BucketTable.MAX_LIMIT);
        String after = request.getAfter();
        Require.that(
                Utf8.isStorable(after, ObjectId.MAX_KEY_BYTES),
                "start of a list of buckets",
                after,
                "at most " + ObjectId.MAX_KEY_BYTES + " bytes of UTF-8 without NUL");
        if (request.getAging()) {
            Require.that(owner.isEmpty(), "owner of buckets to look after", owner, "none: of all users");
            return () -> BucketWire.page(buckets.listAging(after, limit), limit);
        }
        return () -> BucketWire.page(buckets.list(owner.isEmpty() ? null : owner, after, limit), limit);
    }

    PreparedCall configure(ConfigureBucketRequest request) {
        String name = request.getBucket();
        ObjectId.requireBucket(name);
        Map<String, @Nullable String> changes = BucketWire.changes(request);
        return () -> BucketWire.answer(Requests.possible(() -> buckets.configure(name, changes)));
    }

    private static void require(boolean allowed, Principal caller, String what) {
        if (!allowed) {
            throw new ChameleonError(ErrorCode.PERMISSION_DENIED, caller + " may not ask for " + what);
        }
    }
}
