package io.chameleon.metadata.epoch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.database.DatabaseCount;
import io.chameleon.metadata.row.BalancerEpochRow;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;

/**
 * The check that begins every transaction of the balancer (invariant 5 of docs/architecture.md). The fencing row stays
 * locked against the next leader until the transaction ends: once a claim has returned, the previous leader can commit
 * nothing more.
 *
 * <p>A process that does not know all databases of the mapping table decides nothing for the balancer either: what is
 * live in one that it does not know would be garbage to it.
 */
public final class Fencing {
    private Fencing() {}

    /** Shared: batches of one leader run in parallel. */
    public static void require(StatelessSession session, long fence) {
        require(session, fence, LockMode.PESSIMISTIC_READ);
    }

    public static BalancerEpochRow require(StatelessSession session, long fence, LockMode lock) {
        BalancerEpochRow row = BalancerEpochRow.read(session, lock);
        DatabaseCount.of(session).require(row.databases);
        if (row.fence != fence) {
            throw new ChameleonError(
                    ErrorCode.FENCED,
                    "fence " + fence + " is outdated: '" + row.holder + "' leads with fence " + row.fence);
        }
        return row;
    }
}
