package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.CommitResult;
import java.util.List;

/**
 * How much may be stored. Commits enforce it ({@link CommitResult.Status#OVER_QUOTA}) by what their transaction sees. A
 * transaction does not see commits that land at the same time through others, so these may exceed a quota once, by
 * their own size.
 */
public interface QuotaTable {
    /** Sets a quota; {@link Quota#NONE} removes it. Stored data stays. */
    void setQuota(QuotaScope of, Quota quota);

    QuotaStatus quota(QuotaScope of);

    /** All quotas, buckets first, sorted by name. */
    List<QuotaStatus> quotas();

    /**
     * Returns if an object of {@code bytes} could be committed now. Reserves nothing.
     *
     * @throws io.chameleon.core.error.ChameleonError with code {@code QUOTA_EXCEEDED} otherwise
     */
    void requireRoom(ObjectId id, long bytes);

    /**
     * Recounts the usage, in case the count was lost: of a bucket from its rows, of a user from its buckets' counts.
     * Commits continue meanwhile, and are counted.
     */
    void recount(QuotaScope of);
}
