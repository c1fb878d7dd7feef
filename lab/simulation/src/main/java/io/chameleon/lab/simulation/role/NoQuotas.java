package io.chameleon.lab.simulation.role;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.core.mapping.table.QuotaTable;
import java.util.List;

/** Quotas of a cluster whose operator sets none. */
final class NoQuotas implements QuotaTable {
    @Override
    public void setQuota(QuotaScope of, Quota quota) {
        throw new UnsupportedOperationException("nobody sets quotas here");
    }

    @Override
    public QuotaStatus quota(QuotaScope of) {
        return new QuotaStatus(of, Quota.NONE, Usage.NONE);
    }

    @Override
    public List<QuotaStatus> quotas() {
        return List.of();
    }

    @Override
    public void requireRoom(ObjectId id, long bytes) {}

    @Override
    public void recount(QuotaScope of) {}
}
