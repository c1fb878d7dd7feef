package io.chameleon.core.mapping;

import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the balancer needs of the mapping table. Every change carries the fence of its leader; with an outdated one it throws
 * {@link io.chameleon.core.error.ChameleonError} with code {@code FENCED} and changes nothing.
 */
public interface RemapTable {
    BalancerEpoch balancerEpoch();

    /** Makes {@code holder} the leader: raises the fence, so that whatever the last leader still sends is refused. */
    BalancerEpoch claim(String holder);

    /** Ends the current epoch and begins the next. */
    BalancerEpoch advanceEpoch(long fence);

    /** The hottest objects, hottest first, ties by id. */
    List<ObjectMapping> hottest(int limit);

    /** The coldest objects, coldest first, ties by id. */
    List<ObjectMapping> coldest(int limit);

    /** Objects in an intermediate state remapped in {@code epoch} or earlier, oldest remap first, ties by id. */
    List<ObjectMapping> pending(long epoch, int limit);

    /** How many objects are in each state; states without objects are absent. */
    Map<RedundancyState, Long> countByState();

    /** Stores the plan of an epoch before its first remap is applied. A second plan for the same epoch is refused. */
    void storePlan(long fence, StoredPlan plan);

    /** The newest plan that is not complete. */
    Optional<StoredPlan> openPlan();

    void completePlan(long fence, long epoch);

    /** Applies remaps in one transaction. Outcome {@code i} answers remap {@code i}. Idempotent by (object, epoch). */
    List<Remap.Outcome> remap(long fence, List<Remap> remaps);

    /** Flips an object to its migrated copy; the old one enters the outbox in the same transaction. */
    Remap.Outcome migrate(long fence, Migration migration);

    /**
     * Folds the epoch log of each object up to {@code epoch} into its current row (Chameleon III-C, Compaction).
     *
     * @return entries dropped
     */
    int compact(long fence, long epoch);
}
