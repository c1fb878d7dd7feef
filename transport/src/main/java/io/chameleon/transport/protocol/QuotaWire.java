package io.chameleon.transport.protocol;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.QuotaP;

/** Quotas as bytes and back. Invalid values are a {@code ChameleonError} of code {@code INVALID_REQUEST}. */
public final class QuotaWire {
    private QuotaWire() {}

    public static QuotaP pack(QuotaScope of) {
        return QuotaP.newBuilder().setKind(of.kind().code()).setName(of.name()).build();
    }

    public static QuotaP pack(QuotaScope of, Quota quota) {
        return pack(of).toBuilder()
                .setMaxBytes(quota.maxBytes())
                .setMaxObjects(quota.maxObjects())
                .build();
    }

    public static QuotaP pack(QuotaStatus status) {
        return pack(status.of(), status.quota()).toBuilder()
                .setBytes(status.used().bytes())
                .setObjects(status.used().objects())
                .build();
    }

    /** The question whether there is room for an object of so many bytes. */
    public static CheckRoomRequest room(ObjectId id, long bytes) {
        return CheckRoomRequest.newBuilder()
                .setId(Wire.pack(id))
                .setBytes(bytes)
                .build();
    }

    public static QuotaScope scope(QuotaP quota) {
        return Wire.checked(() -> new QuotaScope(QuotaScope.Kind.ofCode(quota.getKind()), quota.getName()));
    }

    public static Quota quota(QuotaP quota) {
        return Wire.checked(() -> new Quota(quota.getMaxBytes(), quota.getMaxObjects()));
    }

    public static QuotaStatus status(QuotaP quota) {
        return new QuotaStatus(scope(quota), quota(quota), new Usage(quota.getBytes(), quota.getObjects()));
    }
}
