package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.table.MappingTableContract;
import io.chameleon.core.mapping.table.Tables;
import java.time.Duration;
import java.time.InstantSource;

class PostgresMappingTableTest extends MappingTableContract {
    @Override
    protected Tables emptyTables(InstantSource clock, Duration grace) {
        Database database = PostgresForTests.emptied();
        return new Tables(
                new PostgresMappingTable(database, clock, grace),
                new PostgresRemapTable(database, clock, grace),
                new PostgresGarbageTable(database, clock, grace),
                new PostgresRepairTable(database, clock, grace),
                new PostgresQuotaTable(database),
                registered -> {
                    KnownServers.Known unused = new KnownServers(database, clock).merge(registered);
                },
                (bucket, user) -> assertThat(new PostgresGrantTable(database, clock).claim(bucket, user))
                        .isTrue());
    }
}
