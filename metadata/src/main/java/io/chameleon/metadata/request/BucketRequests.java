package io.chameleon.metadata.request;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.Utf8;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
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
    private final ClusterViews clusterView;
    private final int databases;

    /**
     * @param clusterView tells whether there are enough servers for a scheme
     * @param databases of the mapping table
     */
    BucketRequests(BucketTable buckets, BucketAccess access, ClusterViews clusterView, int databases) {
        this.buckets = buckets;
        this.access = access;
        this.clusterView = clusterView;
        this.databases = databases;
    }

    PreparedCall create(CreateBucketRequest request, Principal caller) {
        String name = request.getBucket();
        String owner = request.getOwner().isEmpty() ? ownName(caller) : request.getOwner();
        Map<String, String> settings = request.getSettingsMap();
        ObjectId.requireBucket(name);
        BucketInfo.requireOwner(owner);
        Require.that(
                databases > 1 || !settings.containsKey(Slices.SETTING),
                "setting " + Slices.SETTING,
                settings.get(Slices.SETTING),
                "none: the mapping table is on one database (metadata.database.further-urls)");
        require(!BucketAccess.concerns(caller) || owner.equals(caller.name()), caller, "a bucket for another");
        return () -> {
            requireServersFor(settings);
            BucketInfo made = Requests.possible(() -> buckets.create(name, owner, settings));
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
        return PreparedCall.done(() -> {
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
        if (request.getAging() || request.getWithSchemes()) {
            Require.that(owner.isEmpty(), "owner of buckets to look after", owner, "none: of all users");
            return () -> BucketWire.page(
                    request.getAging() ? buckets.listAging(after, limit) : buckets.listWithSchemes(after, limit),
                    limit);
        }
        return () -> BucketWire.page(buckets.list(owner.isEmpty() ? null : owner, after, limit), limit);
    }

    PreparedCall configure(ConfigureBucketRequest request) {
        String name = request.getBucket();
        ObjectId.requireBucket(name);
        Map<String, @Nullable String> changes = BucketWire.changes(request);
        return () -> {
            requireServersFor(changes);
            return BucketWire.answer(Requests.possible(() -> buckets.configure(name, changes)));
        };
    }

    /**
     * Refuses schemes that no server could be found for: every write to the bucket would fail. Servers that are away or
     * draining count, since they may come back; how they are spread over zones does not, since nobody fails for it.
     */
    private void requireServersFor(Map<String, @Nullable String> settings) {
        BucketSchemes wanted = Requests.possible(() ->
                BucketSchemes.parsed(settings.get(BucketSchemes.REP_SETTING), settings.get(BucketSchemes.EC_SETTING)));
        requireServersFor(BucketSchemes.REP_SETTING, wanted.rep());
        requireServersFor(BucketSchemes.EC_SETTING, wanted.ec());
    }

    private void requireServersFor(String setting, @Nullable RedundancyScheme scheme) {
        int servers = scheme == null ? 0 : clusterView.get().servers().size();
        if (scheme != null && scheme.width() > servers) {
            IllegalArgumentException refused = Require.violation(
                    "setting " + setting,
                    scheme,
                    "at most " + servers + " fragments: each goes to a server of its own, and the cluster has "
                            + servers);
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(refused.getMessage()), refused);
        }
    }

    private static void require(boolean allowed, Principal caller, String what) {
        if (!allowed) {
            throw new ChameleonError(ErrorCode.PERMISSION_DENIED, caller + " may not ask for " + what);
        }
    }
}
