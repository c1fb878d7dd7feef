package io.chameleon.policy;

/**
 * The conventional migration technique EDM is compared with (EDM V), after Sorrento: evens I/O load and storage usage by copying
 * objects at once, with no idea of flash. See {@link CmtPlanner}.
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
