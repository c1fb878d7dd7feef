package io.chameleon.balancer.epoch;

import io.chameleon.balancer.copy.BulkOutcome;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import java.util.Map;

/**
 * What one balancing did.
 *
 * @param applied outcome of the plan's remaps
 * @param migrations outcome of the objects that were to move in bulk
 * @param states objects in each state afterwards; empty if they could not be counted
 */
public record EpochReport(
        BalancePlan plan, Applied applied, Map<BulkOutcome, Integer> migrations, Map<RedundancyState, Long> states) {
    public EpochReport {
        migrations = Map.copyOf(migrations);
        states = Map.copyOf(states);
    }

    /** How many objects were moved in bulk. */
    public int migrated() {
        return migrations.getOrDefault(BulkOutcome.MOVED, 0);
    }

    /** How many remaps of the plan were applied, dropped as stale, ... */
    public Map<Remap.Outcome, Integer> outcomes() {
        return applied.outcomes();
    }
}
