package io.chameleon.lab.simulation.role;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.metadata.bucket.GrantTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Grants of a cluster without authentication ({@code auth: none}): there are none, and none are looked up. */
final class OpenGrants implements GrantTable {
    @Override
    public @Nullable Access access(String bucket, String principal) {
        return null;
    }

    @Override
    public boolean isUnused(String bucket) {
        return false;
    }

    @Override
    public boolean claim(String bucket, String principal) {
        return false;
    }

    @Override
    public void set(String bucket, String principal, @Nullable Access access) {
        throw new UnsupportedOperationException("a cluster without users has no grants");
    }

    @Override
    public List<Grant> ofBucket(String bucket) {
        return List.of();
    }

    @Override
    public List<Grant> ofPrincipal(String principal) {
        return List.of();
    }

    @Override
    public Before before(WriteId writeId, ObjectId id, boolean proven) {
        return new Before(false, true);
    }
}
