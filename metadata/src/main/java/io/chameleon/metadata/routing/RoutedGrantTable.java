package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.metadata.bucket.GrantTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Grants are where their bucket is; those of a user are gathered. */
public final class RoutedGrantTable implements GrantTable {
    private final Databases databases;
    private final SlicedBuckets sliced;
    private final InstantSource clock;
    private final Duration grace;

    /**
     * @param clock tells the age of writes
     * @param grace the age from which an uncommitted write is refused
     */
    public RoutedGrantTable(Databases databases, InstantSource clock, Duration grace) {
        this.databases = databases;
        this.sliced = new SlicedBuckets(databases);
        this.clock = clock;
        this.grace = grace;
    }

    @Override
    public @Nullable Access access(String bucket, String principal) {
        return databases.in(bucket, database -> database.grants().access(bucket, principal));
    }

    @Override
    public boolean isUnused(String bucket) {
        return !sliced.isInUse(bucket)
                && databases.in(bucket, database -> database.grants().isUnused(bucket));
    }

    @Override
    public boolean claim(String bucket, String principal) {
        boolean claimed = !sliced.isInUse(bucket)
                && databases.inToWrite(bucket, database -> database.grants().claim(bucket, principal));
        if (claimed) {
            sliced.alike(bucket);
        }
        return claimed;
    }

    @Override
    public void set(String bucket, String principal, @Nullable Access access) {
        sliced.adopt(bucket);
        databases.runToWrite(bucket, database -> database.grants().set(bucket, principal, access));
        if (access == Access.OWNER) {
            sliced.alike(bucket); // no other access changes the bucket's row
        }
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

    /**
     * A write id does not say where its object is, so every database is asked whether it has another. Only the bucket's
     * own is asked about a young write that the user made: its fragments are still the user's to delete, on the flash
     * servers. Those of an old one are not, and an object in pieces may be committed under an old id.
     */
    @Override
    public Before before(WriteId writeId, ObjectId id, boolean proven) {
        ObjectId name = databases.stored(id);
        DatabaseTables own = databases.of(name.bucket());
        Before before =
                databases.in(name.bucket(), database -> database.grants().before(writeId, name, proven));
        boolean liveElsewhere = before.liveElsewhere()
                || !(proven && MappingRules.mayBecomeLive(writeId, clock.millis(), grace))
                        && databases.all().stream()
                                .filter(database -> database.number() != own.number())
                                .anyMatch(database -> database.grants()
                                        .before(writeId, name, proven)
                                        .liveElsewhere());
        return new Before(liveElsewhere, before.registered());
    }
}
