package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the balancer needs of the mapping table. Every change carries the fence of its leader. With an outdated fence it
 * throws {@link io.chameleon.core.error.ChameleonError} with code {@code FENCED} and changes nothing. Ties by id are
 * broken in the order of {@link io.chameleon.core.ObjectId}.
 */
public interface RemapTable {
    /** The current fence and epoch; before the first leader fence 0, epoch 1 and the holder "". */
    BalancerEpoch balancerEpoch();

    /** Makes {@code holder} the leader: raises the fence, so that requests of the previous leader are refused. */
    BalancerEpoch claim(String holder);

    /** Ends the current epoch and begins the next. */
    BalancerEpoch advanceEpoch(long fence);

    /**
     * The hottest objects, hottest first, ties by id. If more than 500 others are within a millionth of the last
     * one's score, any of these may be in its place. Only rows that can be remapped: chunks, and not the chunked
     * objects' own rows.
     */
    List<ObjectMapping> hottest(int limit);

    /** As {@link #hottest}, coldest first. */
    List<ObjectMapping> coldest(int limit);

    /**
     * Objects in an intermediate state remapped in {@code epoch} or earlier, oldest remap first, ties by id. A page may
     * have fewer rows than {@code limit} although more follow; only an empty page is the last.
     *
     * @param after where the previous page ended; null to start at the first
     */
    List<ObjectMapping> pending(long epoch, @Nullable Position after, int limit);

    /** A place in the order of {@link #pending}. */
    record Position(long remapEpoch, ObjectId id) {
        public static Position of(ObjectMapping row) {
            return new Position(row.remapEpoch(), row.id());
        }
    }

    /**
     * How many rows are in each state; each chunk counts as a row, like each object. States without rows are absent.
     */
    Map<RedundancyState, Long> countByState();

    /**
     * Stores the plan of an epoch before its first remap is applied. A second plan for the same epoch, complete or not,
     * or one for an epoch before that of a stored plan, is refused with a {@code ChameleonError} of code
     * {@code INVALID_REQUEST}. Of complete plans only the newest is remembered.
     */
    void storePlan(long fence, StoredPlan plan);

    /** The newest plan that is not complete. */
    Optional<StoredPlan> openPlan();

    /**
     * Every remap of the plan of {@code epoch} has been tried. Does nothing if that plan is complete or was never
     * stored.
     */
    void completePlan(long fence, long epoch);

    /**
     * Applies remaps in the order given, in one transaction. Outcome {@code i} answers remap {@code i}. Idempotent by
     * (object, epoch).
     *
     * @throws io.chameleon.core.redundancy.IllegalTransitionException if an unchanged row has no such transition: the
     *     plan is wrong, and none of {@code remaps} is applied
     */
    List<Remap.Outcome> remap(long fence, List<Remap> remaps);

    /**
     * Flips an object to its migrated copy; the old one enters the outbox in the same transaction.
     *
     * <p>Also {@code STALE} if the copy might be trimmed: the new write id is older than the grace period (orphans of
     * that age are reconciled away), or a destination server is {@link #barredServers barred} for it. After
     * {@code STALE} the caller leaves the copy to reconciliation.
     *
     * @throws io.chameleon.core.redundancy.IllegalTransitionException if the row is unchanged and its state does not
     *     migrate
     */
    Remap.Outcome migrate(long fence, Migration migration);

    /**
     * Servers that may not take fragments of this write. Either such a server has an outbox row of the write, collected
     * or not, so that the reaper may be about to delete there. Or its device was replaced lately
     * ({@link Evacuation#barsNewFragments}), which bars every write. Called before a copy that {@link #migrate} would
     * refuse; a row may still be added in between.
     */
    Set<ServerId> barredServers(WriteId writeId);

    /**
     * The groups with most heat at the end of {@code epoch}, hottest first: an estimate, as writes of the last seconds
     * may be missing. Their range is one of {@link HashRanges#OF_OBJECTS}.
     */
    List<GroupHeat.Of> hottestGroups(long epoch, int limit);

    /** Where the next writes of groups go. Ends for a group that nothing is written to any more. */
    Redirects redirects();

    /**
     * Adds redirects, as {@link Redirects#with}, in one transaction; repeated, it changes nothing. A drain, or the loss
     * of a server, ends those that lead to it.
     *
     * @param maxScore heat score of the hottest objects that all redirects are for
     */
    void redirect(long fence, List<Redirect> redirects, double maxScore);

    /**
     * Folds the epoch log of each object up to {@code epoch} into its current row (Chameleon III-C, Compaction). A call
     * drops a bounded number of entries, the oldest first, so that it takes no longer for a long log.
     *
     * @return entries dropped; 0 once there are none left
     */
    int compact(long fence, long epoch);
}
