package io.chameleon.testkit.table;

import io.chameleon.core.mapping.table.MappingTableContract;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.mapping.table.VersionContract;
import java.time.Duration;
import java.time.InstantSource;

class InMemoryMappingTableTest extends MappingTableContract implements VersionContract {
    @Override
    protected Tables emptyTables(InstantSource clock, Duration grace) {
        return emptyModel(clock, grace);
    }

    @Override
    public Tables emptyModel(InstantSource clock, Duration grace) {
        InMemoryMappingTable table = new InMemoryMappingTable(clock, grace);
        return Tables.of(table, table.buckets(), table.uploads(), table::registered, table::claimed)
                .with(table.versions());
    }

    @Override
    public int writesPerRacingWriter() {
        return 3000;
    }
}
