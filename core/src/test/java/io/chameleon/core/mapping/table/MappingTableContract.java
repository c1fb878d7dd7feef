package io.chameleon.core.mapping.table;

import io.chameleon.core.ManualClock;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every mapping table does, whatever stores its rows. The test of an implementation extends this class and
 * supplies only {@link #emptyTables} and {@link #emptyModel}. Time passes only by the clock passed to it.
 */
public abstract class MappingTableContract
        implements CommitContract,
                DeleteContract,
                MetadataContract,
                ListingContract,
                RemapContract,
                GroupContract,
                MigrationContract,
                GarbageContract,
                LeadershipContract,
                RepairContract,
                ChunkContract,
                UploadTableContract,
                QuotaContract,
                BucketContract,
                RaceContract {
    private TableFixture fixture;

    /** A table without objects, leaders, plans or garbage; requested before each test. */
    protected abstract Tables emptyTables(InstantSource clock, Duration grace);

    @BeforeEach
    void startEmpty() {
        ManualClock clock = new ManualClock();
        fixture = new TableFixture(clock, emptyTables(clock, TableFixture.GRACE));
    }

    @Override
    public TableFixture table() {
        return fixture;
    }
}
