package io.chameleon.metadata.routing;

import io.chameleon.core.mapping.table.MappingTableContract;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The whole contract, with the bucket of most tests in a further database. */
class OnTwoDatabasesTest extends MappingTableContract {
    private static SeveralDatabases several;

    @BeforeAll
    static void open() {
        several = new SeveralDatabases(2);
    }

    @AfterAll
    static void close() {
        several.close();
    }

    @Override
    protected Tables emptyTables(InstantSource clock, Duration grace) {
        several.empty();
        // Of one user: what counts against its quota in other databases is shared only every few seconds.
        several.put(1, "photos", "videos");
        return several.ports(clock, grace);
    }

    @Override
    public Tables emptyModel(InstantSource clock, Duration grace) {
        InMemoryMappingTable table = new InMemoryMappingTable(clock, grace);
        return Tables.of(table, table.buckets(), table.uploads(), table::registered, table::claimed);
    }
}
