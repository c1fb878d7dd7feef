package io.chameleon.policy.predictive;

import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.draft.IntentReview;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;

/**
 * The default: the paper's mechanisms (late transitions, EWO, cold migration) with decisions made on predicted wear.
 * Best-fit moves of single fragments even out each server's share of rated erases, writes of the next epochs included.
 * Redundancy follows cost. Fill is kept even, since uneven fill makes garbage collection expensive.
 *
 * <p>Start at {@link #plan}, then {@link WearLedger}, {@link RedundancyPlanner}, {@link FillPlanner},
 * {@link WearPlanner} and {@link FullServers}; {@code docs/operate/balancer.md} describes it in words.
 */
public final class PredictivePolicy implements WearPolicy {
    public static final String NAME = "predictive";

    private final PolicyConfig config;

    public PredictivePolicy(PolicyConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BalancePlan plan(ClusterSnapshot snapshot) {
        WearLedger ledger = new WearLedger(snapshot, config);
        PlanDraft draft = new PlanDraft(snapshot, ledger);
        ReplicaChoice choice = new ReplicaChoice(snapshot, config, ledger);
        BulkBudget bulk = new BulkBudget(config.bulkWrites() * ledger.pageWritesPerEpoch());
        // First: withdrawn intents free their room.
        new IntentReview(snapshot, config, draft, new PredictiveIntents(choice, bulk, ledger)).review();
        new RedundancyPlanner(snapshot, config, draft, choice, bulk).plan();
        FragmentMoves moves = new FragmentMoves(snapshot, config, draft);
        new FillPlanner(ledger, moves).plan();
        new WearPlanner(ledger, config, moves).plan();
        new FullServers(snapshot, draft, bulk).relieve();
        if (moves.left() == 0 && config.movesPerServer() > 0) {
            draft.note("moves: stopped at the most a plan may make");
        }
        return draft.finish(NAME);
    }
}
