package io.chameleon.balancer;

import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.RemapTable;
import io.chameleon.core.mapping.StoredPlan;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a plan into the mapping table: stored first, then applied in fenced batches, then marked complete. Each remap is
 * conditional on the row it was planned on, so a plan applied twice, or half and then resumed by another leader, ends in the
 * same table (design section 7, invariant 5).
 */
public final class PlanExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(PlanExecutor.class);

    private final RemapTable table;
    private final int batch;

    public PlanExecutor(RemapTable table, int batch) {
        this.table = table;
        this.batch = batch;
    }

    /** Stores and applies a new plan. */
    public Map<Remap.Outcome, Integer> execute(long fence, long epoch, List<Remap> remaps) {
        StoredPlan plan = new StoredPlan(epoch, remaps, false);
        table.storePlan(fence, plan);
        return apply(fence, plan);
    }

    /** Finishes what an earlier leader began, if anything. */
    public Map<Remap.Outcome, Integer> resume(long fence) {
        return table.openPlan()
                .map(plan -> {
                    LOG.info(
                            "resuming the plan of epoch {} with {} remaps",
                            plan.epoch(),
                            plan.remaps().size());
                    return apply(fence, plan);
                })
                .orElseGet(Map::of);
    }

    private Map<Remap.Outcome, Integer> apply(long fence, StoredPlan plan) {
        Map<Remap.Outcome, Integer> outcomes = new EnumMap<>(Remap.Outcome.class);
        for (int from = 0; from < plan.remaps().size(); from += batch) {
            List<Remap> part = plan.remaps()
                    .subList(from, Math.min(from + batch, plan.remaps().size()));
            table.remap(fence, part).forEach(outcome -> outcomes.merge(outcome, 1, Integer::sum));
        }
        table.completePlan(fence, plan.epoch());
        return outcomes;
    }
}
