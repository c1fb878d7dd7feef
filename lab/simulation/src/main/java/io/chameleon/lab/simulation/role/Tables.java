package io.chameleon.lab.simulation.role;

import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;

/** Everything that the metadata service needs from its database. */
public interface Tables extends MappingTable, RemapTable, GarbageTable, RepairTable {
    /** The registry of buckets. */
    BucketTable buckets();

    /** Multipart uploads and copies. */
    UploadTable uploads();

    /** Versions of objects. */
    VersionTable versions();
}
