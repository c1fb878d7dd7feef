package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.table.MappingTableContract;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.mapping.table.VersionContract;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.bucket.PostgresGrantTable;
import io.chameleon.metadata.bucket.PostgresQuotaTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Duration;
import java.time.InstantSource;

@SharedDatabase
class PostgresMappingTableTest extends MappingTableContract implements VersionContract {
    @Override
    protected Tables emptyTables(InstantSource clock, Duration grace) {
        Database database = PostgresForTests.emptied();
        Tables tables = new Tables(
                new PostgresMappingTable(database, clock, grace),
                new PostgresRemapTable(database, clock, grace),
                new PostgresGarbageTable(database, clock, grace),
                new PostgresRepairTable(database, clock, grace),
                new PostgresQuotaTable(database),
                new PostgresBucketTable(database, clock),
                new PostgresUploadTable(database, clock, grace),
                registered -> {
                    KnownServers.Known unused = new KnownServers(database, clock).merge(registered);
                },
                (bucket, user) -> assertThat(new PostgresGrantTable(database, clock).claim(bucket, user))
                        .isTrue());
        return tables.with(new PostgresVersionTable(database, clock));
    }

    @Override
    public Tables emptyModel(InstantSource clock, Duration grace) {
        InMemoryMappingTable table = new InMemoryMappingTable(clock, grace);
        return Tables.of(table, table.buckets(), table.uploads(), table::registered, table::claimed);
    }
}
