package io.chameleon.metadata.request;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.transport.protocol.QuotaWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.QuotaP;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.QuotasResponse;
import io.chameleon.transport.wire.SetQuotaRequest;
import java.util.List;

/** The part of {@link Requests} for quotas. A user may request its own, and those of buckets that it may read. */
final class QuotaRequests {
    private final QuotaTable quotas;

    QuotaRequests(QuotaTable quotas) {
        this.quotas = quotas;
    }

    PreparedCall set(SetQuotaRequest request) {
        QuotaScope of = scope(request.getQuota());
        Quota quota = QuotaWire.quota(request.getQuota());
        return PreparedCall.done(() -> quotas.setQuota(of, quota));
    }

    PreparedCall list(QuotasRequest request, Principal caller) {
        boolean isUser = BucketAccess.concerns(caller);
        if (!request.hasOf()) {
            require(!isUser, caller, "all quotas");
            return () -> answer(quotas.quotas());
        }
        QuotaScope of = scope(request.getOf());
        require(
                !isUser || of.kind() == QuotaScope.Kind.BUCKET || of.name().equals(caller.name()),
                caller,
                "another's quota");
        require(!isUser || !request.getRecount(), caller, "a recount");
        return () -> {
            if (request.getRecount()) {
                quotas.recount(of);
            }
            return answer(List.of(quotas.quota(of)));
        };
    }

    PreparedCall check(CheckRoomRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        ObjectId.requireBucket(id.bucket());
        Require.that(request.getBytes() >= 0, "bytes to be stored", request.getBytes(), ">= 0");
        return PreparedCall.done(() -> quotas.requireRoom(id, request.getBytes()));
    }

    private static QuotaScope scope(QuotaP packed) {
        QuotaScope of = QuotaWire.scope(packed);
        if (of.kind() == QuotaScope.Kind.BUCKET) {
            ObjectId.requireBucket(of.name());
        } else {
            Principal.requireName("name of a user", of.name());
        }
        return of;
    }

    private static void require(boolean allowed, Principal caller, String what) {
        if (!allowed) {
            throw new ChameleonError(ErrorCode.PERMISSION_DENIED, caller + " may not ask for " + what);
        }
    }

    private static MessageLite answer(List<QuotaStatus> statuses) {
        return QuotasResponse.newBuilder()
                .addAllQuotas(statuses.stream().map(QuotaWire::pack).toList())
                .build();
    }
}
