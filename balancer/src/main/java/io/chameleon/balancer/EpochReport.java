package io.chameleon.balancer;

import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import java.util.Map;

/**
 * What one balancing did.
 *
 * @param outcomes how many remaps of the plan were applied, dropped as stale, ...
 * @param migrated objects copied in bulk
 * @param states objects in each state afterwards
 */
public record EpochReport(
        BalancePlan plan, Map<Remap.Outcome, Integer> outcomes, int migrated, Map<RedundancyState, Long> states) {
    public EpochReport {
        outcomes = Map.copyOf(outcomes);
        states = Map.copyOf(states);
    }
}
