package io.chameleon.balancer.epoch;

import io.chameleon.core.mapping.Remap;
import java.util.Map;

/**
 * The outcome of a plan's remaps.
 *
 * @param outcomes how many were applied, dropped as stale, ...
 * @param refused how many no row's state allows: defects of the policy, left out and logged
 */
public record Applied(Map<Remap.Outcome, Integer> outcomes, int refused) {
    public Applied {
        outcomes = Map.copyOf(outcomes);
    }
}
