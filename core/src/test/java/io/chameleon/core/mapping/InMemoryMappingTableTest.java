package io.chameleon.core.mapping;

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
