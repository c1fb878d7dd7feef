package io.chameleon.policy.rival;

import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;

/**
 * The conventional migration technique EDM is compared with (EDM V), after Sorrento: evens out I/O load and storage
 * usage by copying objects at once, unaware of flash. See {@link CmtPlanner}.
 */
public final class CmtPolicy implements WearPolicy {
    public static final String NAME = "cmt";

    private final PolicyConfig config;

    public CmtPolicy(PolicyConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BalancePlan plan(ClusterSnapshot snapshot) {
        PlanDraft draft = new PlanDraft(snapshot, new WearLedger(snapshot, config));
        new Leftovers(draft).settle(snapshot);
        new CmtPlanner(snapshot, config.rivals(), draft).plan();
        return draft.finish(NAME);
    }
}
