package io.chameleon.transport.protocol;

import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.transport.wire.GrantP;

/** Grants as wire messages and back; the rules of {@link Wire} hold. */
public final class GrantWire {
    private GrantWire() {}

    public static GrantP pack(Grant grant) {
        return GrantP.newBuilder()
                .setBucket(grant.bucket())
                .setPrincipal(grant.principal())
                .setAccess(grant.access().code())
                .build();
    }

    public static Grant unpack(GrantP grant) {
        return Wire.checked(() -> new Grant(grant.getBucket(), grant.getPrincipal(), Access.ofCode(grant.getAccess())));
    }
}
