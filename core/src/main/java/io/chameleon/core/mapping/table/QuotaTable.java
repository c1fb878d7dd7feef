package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.CommitResult;
import java.util.List;

/**
 * How much may be stored. Commits enforce it ({@link CommitResult.Status#OVER_QUOTA}), as far as each transaction sees what is stored: of
 * commits that land at the same time through other transactions it knows nothing, so these may exceed a quota once, by what they bring.
 */
public interface QuotaTable {
    /** {@link Quota#NONE} takes it away. What is stored already stays. */
    void setQuota(QuotaScope of, Quota quota);

    QuotaStatus quota(QuotaScope of);

    /** All that have a quota, buckets first, in the order of their names. */
    List<QuotaStatus> quotas();

    /**
     * Does nothing if an object of so many bytes could be committed now. Reserves nothing.
     *
     * @throws io.chameleon.core.error.ChameleonError with code {@code QUOTA_EXCEEDED} otherwise
     */
    void requireRoom(ObjectId id, long bytes);

    /**
     * Counts anew what is stored, in case the count was lost: of a bucket by its rows, of a user by the counts of its buckets. Commits go
     * on meanwhile, and are counted.
     */
    void recount(QuotaScope of);
}
