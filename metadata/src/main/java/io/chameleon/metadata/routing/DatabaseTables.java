package io.chameleon.metadata.routing;

import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import io.chameleon.metadata.bucket.GrantTable;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.bucket.PostgresGrantTable;
import io.chameleon.metadata.bucket.PostgresQuotaTable;
import io.chameleon.metadata.bucket.SliceRegistry;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.epoch.DatabaseEpoch;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.chameleon.metadata.table.GroupKeeper;
import io.chameleon.metadata.table.PostgresGarbageTable;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.PostgresRemapTable;
import io.chameleon.metadata.table.PostgresUploadTable;
import io.chameleon.metadata.table.PostgresVersionTable;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The tables of one database.
 *
 * @param number of the database, 0 for the first
 */
public record DatabaseTables(
        int number,
        DatabaseEpoch epoch,
        MappingTable mapping,
        PostgresRemapTable remaps,
        PostgresGarbageTable garbage,
        PostgresRepairTable repairs,
        GrantTable grants,
        PostgresQuotaTable quotas,
        BucketTable buckets,
        SliceRegistry slices,
        UploadTable uploads,
        VersionTable versions) {
    /**
     * @param clock tells the age of writes and of garbage
     * @param grace the age from which an uncommitted write is refused
     * @param groups is told of all commits
     */
    public static DatabaseTables of(
            int number, Database database, InstantSource clock, Duration grace, GroupKeeper groups) {
        return new DatabaseTables(
                number,
                new DatabaseEpoch(database, clock),
                new PostgresMappingTable(database, clock, grace, groups),
                new PostgresRemapTable(database, clock, grace),
                new PostgresGarbageTable(database, clock, grace),
                new PostgresRepairTable(database, clock, grace),
                new PostgresGrantTable(database, clock),
                new PostgresQuotaTable(database),
                new PostgresBucketTable(database, clock),
                new SliceRegistry(database),
                new PostgresUploadTable(database, clock, grace),
                new PostgresVersionTable(database, clock));
    }
}
