package io.chameleon.metadata.request;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ObjectId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.metadata.bucket.GrantTable;
import io.chameleon.transport.protocol.GrantWire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListGrantsResponse;
import io.chameleon.transport.wire.SetGrantRequest;
import java.util.List;

/** Converts requests about grants to calls of their table: the whole request is checked before the call. */
final class GrantRequests {
    private final GrantTable grants;
    private final BucketAccess access;

    GrantRequests(GrantTable grants, BucketAccess access) {
        this.grants = grants;
        this.access = access;
    }

    PreparedCall set(SetGrantRequest request) {
        String bucket = request.getBucket();
        String principal = request.getPrincipal();
        ObjectId.requireBucket(bucket);
        Principal.requireName("name of a user", principal);
        Access given = request.getAccess() == 0 ? null : Access.ofCode(request.getAccess());
        return () -> {
            grants.set(bucket, principal, given);
            access.changed(bucket, principal);
            return Empty.getDefaultInstance();
        };
    }

    PreparedCall list(ListGrantsRequest request, Principal caller) {
        String bucket = request.getBucket();
        if (bucket.isEmpty()) {
            return () -> answer(grants.ofPrincipal(caller.name()));
        }
        ObjectId.requireBucket(bucket);
        return () -> answer(grants.ofBucket(bucket));
    }

    private static MessageLite answer(List<Grant> found) {
        return ListGrantsResponse.newBuilder()
                .addAllGrants(found.stream().map(GrantWire::pack).toList())
                .build();
    }
}
