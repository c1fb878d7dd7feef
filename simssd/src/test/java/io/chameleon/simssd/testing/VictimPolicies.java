package io.chameleon.simssd.testing;

import io.chameleon.simssd.VictimPolicy;

/** One policy of each kind, for tests that must hold for all. */
public final class VictimPolicies {
    private VictimPolicies() {}

    public static VictimPolicy[] all() {
        return new VictimPolicy[] {
            new VictimPolicy.Greedy(),
            new VictimPolicy.Random(),
            new VictimPolicy.Fifo(),
            new VictimPolicy.Choices(3),
            new VictimPolicy.WindowedGreedy(5),
            new VictimPolicy.CostBenefit()
        };
    }
}
