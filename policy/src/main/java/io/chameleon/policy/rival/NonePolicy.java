package io.chameleon.policy.rival;

import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearForecast;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.ledger.WearLedger;
import java.util.List;

/** Leaves every object where the ring put it: the baseline. */
public final class NonePolicy implements WearPolicy {
    public static final String NAME = "none";

    private final PolicyConfig config;

    public NonePolicy(PolicyConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BalancePlan plan(ClusterSnapshot snapshot) {
        WearForecast forecast = new WearLedger(snapshot, config).forecast();
        return new BalancePlan(snapshot.epoch(), NAME, List.of(), List.of(), forecast, List.of(), List.of());
    }
}
