package io.chameleon.policy.rival;

import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;
import java.util.function.LongFunction;

/**
 * EDM (Ou et al., "EDM: an Endurance-aware Data Migration Scheme for Load Balancing in SSD Storage Clusters"), which
 * Chameleon is compared with. It evens out the erases of the last window by copying objects at once. See
 * {@link EdmPlanner}.
 */
public final class EdmPolicy implements WearPolicy {
    /** Hot data first: moves the most written data, to shift page writes. */
    public static final String HDF = "edm-hdf";
    /** Cold data first: moves rarely accessed data, to shift utilisation. */
    public static final String CDF = "edm-cdf";

    private final String name;
    private final PolicyConfig config;
    private final LongFunction<EdmVariant> variant;

    private EdmPolicy(String name, PolicyConfig config, LongFunction<EdmVariant> variant) {
        this.name = name;
        this.config = config;
        this.variant = variant;
    }

    public static EdmPolicy hotFirst(PolicyConfig config) {
        return new EdmPolicy(HDF, config, epoch -> new EdmHotFirst(config.rivals(), epoch));
    }

    public static EdmPolicy coldFirst(PolicyConfig config) {
        return new EdmPolicy(CDF, config, epoch -> new EdmColdFirst(config.rivals()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public BalancePlan plan(ClusterSnapshot snapshot) {
        PlanDraft draft = new PlanDraft(snapshot, new WearLedger(snapshot, config));
        new Leftovers(draft).settle(snapshot);
        new EdmPlanner(snapshot, config.rivals(), variant.apply(snapshot.epoch()), name, draft).plan();
        return draft.finish(name);
    }
}
