package io.chameleon.core.mapping.table;

import io.chameleon.core.ManualClock;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every mapping table does, whatever it keeps its rows in. A test of an implementation extends this class; it needs nothing
 * but {@link #emptyTables}. Time passes only by the clock given there.
 */
public abstract class MappingTableContract
        implements CommitContract,
                DeleteContract,
                ListingContract,
                RemapContract,
                MigrationContract,
                GarbageContract,
                LeadershipContract,
                RepairContract,
                ChunkContract,
                QuotaContract,
                RaceContract {
    private TableFixture fixture;

    /** A table without objects, leaders, plans or garbage; asked for before each test. */
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
