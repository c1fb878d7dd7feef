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
 * The paper's policy. Superseded intents are withdrawn; then ARPT changes redundancies (Algorithm 1); then HCDS swaps
 * hot and cold fragments (Algorithm 2); unwritten intents are migrated in bulk, within bounds. The readings decide what
 * the paper leaves open; {@code PredictivePolicy} goes beyond the paper.
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
        // First: withdrawn intents free their room.
        new IntentReview(snapshot, config, draft, new PaperIntents(config)).review();
        new ArptPlanner(snapshot, config, draft).plan();
        new HcdsPlanner(snapshot, config, draft).plan();
        return draft.finish(NAME);
    }
}
