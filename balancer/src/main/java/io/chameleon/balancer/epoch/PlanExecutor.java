package io.chameleon.balancer.epoch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.IllegalTransitionException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a plan into the mapping table: stores it, applies it in fenced batches, marks it complete. Each remap is
 * conditional on the row it was planned on. So a plan that is applied twice, or halfway and then resumed by another
 * leader, yields the same table (invariant 5 of docs/architecture.md).
 *
 * <p>One impossible remap makes the table refuse its whole batch. It is found by bisection and dropped: otherwise every
 * later leader would fail on it, and no plan would be made any more.
 */
final class PlanExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(PlanExecutor.class);

    private final RemapTable table;
    private final int batch;

    PlanExecutor(RemapTable table, int batch) {
        this.table = table;
        this.batch = batch;
    }

    /** Stores and applies a new plan. */
    Applied execute(long fence, long epoch, List<Remap> remaps) {
        StoredPlan plan = new StoredPlan(epoch, remaps, false);
        table.storePlan(fence, plan);
        return apply(fence, plan);
    }

    /** Finishes what an earlier leader, or a failed try of this one, began. Returns how many plans there were. */
    int resume(long fence) {
        int resumed = 0;
        for (Optional<StoredPlan> open = table.openPlan(); open.isPresent(); open = table.openPlan()) {
            StoredPlan plan = open.get();
            Applied applied = apply(fence, plan);
            LOG.info(
                    "resumed the plan of epoch {}: {} remaps, {}",
                    plan.epoch(),
                    plan.remaps().size(),
                    applied);
            resumed++;
        }
        return resumed;
    }

    private Applied apply(long fence, StoredPlan plan) {
        Tally tally = new Tally();
        List<Remap> remaps = plan.remaps();
        for (int from = 0; from < remaps.size(); from += batch) {
            apply(fence, remaps.subList(from, Math.min(from + batch, remaps.size())), tally);
        }
        table.completePlan(fence, plan.epoch());
        return new Applied(tally.outcomes, tally.refused);
    }

    private void apply(long fence, List<Remap> part, Tally tally) {
        try {
            table.remap(fence, part).forEach(outcome -> tally.outcomes.merge(outcome, 1, Integer::sum));
        } catch (IllegalTransitionException | IllegalArgumentException | ChameleonError e) {
            if (e instanceof ChameleonError error && error.code() != ErrorCode.INVALID_REQUEST) {
                throw error;
            }
            if (part.size() == 1) {
                LOG.error("left out of its plan as impossible: {}: {}", part.getFirst(), e.getMessage());
                tally.refused++;
            } else {
                apply(fence, part.subList(0, part.size() / 2), tally);
                apply(fence, part.subList(part.size() / 2, part.size()), tally);
            }
        }
    }

    private static final class Tally {
        final Map<Remap.Outcome, Integer> outcomes = new EnumMap<>(Remap.Outcome.class);
        int refused;
    }
}
