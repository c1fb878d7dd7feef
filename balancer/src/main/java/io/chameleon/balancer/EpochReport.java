package io.chameleon.balancer;

import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import java.util.Map;

/**
 * What one balancing did.
 *
 * @param applied what became of the plan's remaps
 * @param migrated objects copied in bulk
 * @param states objects in each state afterwards
 */
public record EpochReport(BalancePlan plan, Applied applied, int migrated, Map<RedundancyState, Long> states) {
    public EpochReport {
        states = Map.copyOf(states);
    }

    /** How many remaps of the plan were applied, dropped as stale, ... */
    public Map<Remap.Outcome, Integer> outcomes() {
        return applied.outcomes();
    }
}
