package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.core.mapping.table.QuotaTable;
import java.util.List;

/** The port of {@link InMemoryMappingTable} that is about quotas, under the table's lock: this object. */
abstract class QuotaPort implements QuotaTable {
    private final InMemoryRows rows;

    QuotaPort(InMemoryRows rows) {
        this.rows = rows;
    }

    @Override
    public synchronized void setQuota(QuotaScope of, Quota quota) {
        rows.quotas().set(of, quota);
    }

    @Override
    public synchronized QuotaStatus quota(QuotaScope of) {
        return rows.quotas().status(of);
    }

    @Override
    public synchronized List<QuotaStatus> quotas() {
        return rows.quotas().all();
    }

    @Override
    public synchronized void requireRoom(ObjectId id, long bytes) {
        rows.quotas().require(id, new Usage(bytes, 1).minus(rows.replacedBy(id)));
    }

    /** Does nothing: no counts are stored that could be wrong. */
    @Override
    public void recount(QuotaScope of) {}
}
