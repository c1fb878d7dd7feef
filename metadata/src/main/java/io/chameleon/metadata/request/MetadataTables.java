package io.chameleon.metadata.request;

import io.chameleon.core.bucket.BucketMoves;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import io.chameleon.metadata.bucket.GrantTable;

/**
 * The tables of one cluster, each a view of one user's needs: what clients see, what the balancer changes, and so on.
 */
public record MetadataTables(
        MappingTable mapping,
        RemapTable remaps,
        GarbageTable garbage,
        RepairTable repairs,
        GrantTable grants,
        QuotaTable quotas,
        BucketTable buckets,
        UploadTable uploads,
        VersionTable versions,
        BucketMoves moves,
        LookupTables lookups) {

    /** Tables of which one object serves those that objects are kept in. */
    public static <T extends MappingTable & RemapTable & GarbageTable & RepairTable> MetadataTables of(
            T objects,
            GrantTable grants,
            QuotaTable quotas,
            BucketTable buckets,
            UploadTable uploads,
            VersionTable versions) {
        return new MetadataTables(
                objects,
                objects,
                objects,
                objects,
                grants,
                quotas,
                buckets,
                uploads,
                versions,
                BucketMoves.ONE_DATABASE,
                LookupTables.only(objects));
    }
}
