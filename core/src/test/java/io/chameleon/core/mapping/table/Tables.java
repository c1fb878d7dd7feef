package io.chameleon.core.mapping.table;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One mapping table, seen through its ports.
 *
 * @param registered sets which servers are registered
 * @param claimed makes a user the owner of a bucket
 * @param versions needed by {@link VersionContract}
 */
public record Tables(
        MappingTable mapping,
        RemapTable remaps,
        GarbageTable garbage,
        RepairTable repairs,
        QuotaTable quotas,
        BucketTable buckets,
        UploadTable uploads,
        Consumer<Collection<ServerInfo>> registered,
        BiConsumer<String, String> claimed,
        @Nullable VersionTable versions) {
    /** Without versions: for the contracts that need none. */
    public Tables(
            MappingTable mapping,
            RemapTable remaps,
            GarbageTable garbage,
            RepairTable repairs,
            QuotaTable quotas,
            BucketTable buckets,
            UploadTable uploads,
            Consumer<Collection<ServerInfo>> registered,
            BiConsumer<String, String> claimed) {
        this(mapping, remaps, garbage, repairs, quotas, buckets, uploads, registered, claimed, null);
    }

    /** The same table with its versions. */
    public Tables with(VersionTable port) {
        return new Tables(mapping, remaps, garbage, repairs, quotas, buckets, uploads, registered, claimed, port);
    }

    /** A table that is all other ports at once. */
    public static <T extends MappingTable & RemapTable & GarbageTable & RepairTable & QuotaTable> Tables of(
            T table,
            BucketTable buckets,
            UploadTable uploads,
            Consumer<Collection<ServerInfo>> registered,
            BiConsumer<String, String> claimed) {
        return new Tables(table, table, table, table, table, buckets, uploads, registered, claimed);
    }
}
