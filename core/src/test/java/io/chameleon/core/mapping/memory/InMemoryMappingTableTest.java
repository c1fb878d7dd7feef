package io.chameleon.core.mapping.memory;

import io.chameleon.core.mapping.table.MappingTableContract;
import io.chameleon.core.mapping.table.Tables;
import java.time.Duration;
import java.time.InstantSource;

class InMemoryMappingTableTest extends MappingTableContract {
    @Override
    protected Tables emptyTables(InstantSource clock, Duration grace) {
        return Tables.of(new InMemoryMappingTable(clock, grace));
    }

    @Override
    public int writesPerRacingWriter() {
        return 3000;
    }
}
