package io.chameleon.policy.chameleon;

import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.draft.IntentReview;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.Outlook;
import io.chameleon.policy.ledger.WearLedger;

/**
 * The paper's policy: intents that were overtaken are withdrawn, then ARPT changes redundancies (Algorithm 1), then HCDS swaps hot
 * and cold fragments (Algorithm 2), and what nobody writes is migrated in bulk, within bounds. What the paper leaves open is as the
 * readings have it; what goes beyond it is {@code PredictivePolicy}.
 */
public final class ChameleonPolicy implements WearPolicy {
    public static final String NAME = "chameleon";

    private final PolicyConfig config;

    public ChameleonPolicy(PolicyConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BalancePlan plan(ClusterSnapshot snapshot) {
        PlanDraft draft = new PlanDraft(snapshot, new WearLedger(snapshot, Outlook.ofPaper(snapshot, config)));
        // First: withdrawn intents give their room back.
        new IntentReview(snapshot, config, draft, new PaperIntents(config)).review();
        new ArptPlanner(snapshot, config, draft).plan();
        new HcdsPlanner(snapshot, config, draft).plan();
        return draft.finish(NAME);
    }
}
