package io.chameleon.metadata.request;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.metadata.routing.BucketDirectory;
import java.util.List;
import java.util.function.Function;

/**
 * The tables in which objects are looked up, by the number of their database.
 *
 * @param directory tells which has a bucket
 */
public record LookupTables(List<MappingTable> tables, BucketDirectory directory) {
    public LookupTables {
        tables = List.copyOf(tables);
    }

    /** The statement of one of them; what it answers of a bucket counts only while the bucket is there. */
    public Function<List<ObjectId>, List<Lookup>> statement(int number) {
        return ids -> {
            List<Lookup> found = tables.get(number).lookup(ids);
            ids.forEach(id -> directory.requireCounts(id.bucket(), number));
            return found;
        };
    }

    public static LookupTables only(MappingTable table) {
        return new LookupTables(List.of(table), BucketDirectory.ONLY_THE_FIRST);
    }
}
