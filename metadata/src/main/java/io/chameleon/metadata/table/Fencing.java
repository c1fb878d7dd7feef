package io.chameleon.metadata.table;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;

/**
 * The check that begins every transaction of the balancer (invariant 5 of docs/architecture.md). The fencing row stays locked
 * against the next leader until the transaction ends: once a claim has returned, nothing of the leader before can commit any more.
 */
final class Fencing {
    private Fencing() {}

    /** Shared: batches of one leader run side by side. */
    static void require(StatelessSession session, long fence) {
        require(session, fence, LockMode.PESSIMISTIC_READ);
    }

    static BalancerEpochRow require(StatelessSession session, long fence, LockMode lock) {
        BalancerEpochRow row = BalancerEpochRow.read(session, lock);
        if (row.fence != fence) {
            throw new ChameleonError(
                    ErrorCode.FENCED,
                    "fence " + fence + " is outdated: '" + row.holder + "' leads with fence " + row.fence);
        }
        return row;
    }
}
