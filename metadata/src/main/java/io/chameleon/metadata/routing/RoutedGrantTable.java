package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.metadata.bucket.GrantTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Grants are where their bucket is; those of a user are gathered. */
public final class RoutedGrantTable implements GrantTable {
    private final Databases databases;

    public RoutedGrantTable(Databases databases) {
        this.databases = databases;
    }

    @Override
    public @Nullable Access access(String bucket, String principal) {
        return databases.in(bucket, database -> database.grants().access(bucket, principal));
    }

    @Override
    public boolean isUnused(String bucket) {
        return databases.in(bucket, database -> database.grants().isUnused(bucket));
    }

    @Override
    public boolean claim(String bucket, String principal) {
        return databases.inToWrite(bucket, database -> database.grants().claim(bucket, principal));
    }

    @Override
    public void set(String bucket, String principal, @Nullable Access access) {
        databases.runToWrite(bucket, database -> database.grants().set(bucket, principal, access));
    }

    @Override
    public List<Grant> ofBucket(String bucket) {
        return databases.in(bucket, database -> database.grants().ofBucket(bucket));
    }

    @Override
    public List<Grant> ofPrincipal(String principal) {
        return databases.mergedBuckets(
                database -> database.grants().ofPrincipal(principal), Grant::bucket, Integer.MAX_VALUE);
    }

    /** A write id does not say where its object is, so every database is asked whether it has another. */
    @Override
    public Before before(WriteId writeId, ObjectId id) {
        DatabaseTables own = databases.of(id);
        Before before = databases.in(id, database -> database.grants().before(writeId, id));
        boolean liveElsewhere = before.liveElsewhere()
                || databases.all().stream()
                        .filter(database -> database.number() != own.number())
                        .anyMatch(database ->
                                database.grants().before(writeId, id).liveElsewhere());
        return new Before(liveElsewhere, before.registered());
    }
}
