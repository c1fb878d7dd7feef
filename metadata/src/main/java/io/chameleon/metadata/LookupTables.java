package io.chameleon.metadata;

import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.metadata.routing.BucketDirectory;
import java.util.List;

/**
 * The tables in which objects are looked up, by the number of their database.
 *
 * @param directory tells which has a bucket
 */
public record LookupTables(List<MappingTable> tables, BucketDirectory directory) {
    public LookupTables {
        tables = List.copyOf(tables);
    }

    static LookupTables only(MappingTable table) {
        return new LookupTables(List.of(table), BucketDirectory.ONLY_THE_FIRST);
    }
}
