package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The objects worth replicas: the hottest whose extra page writes fit the budget (ARPT by cost). Three copies of a whole object are
 * twice the pages of a 4+2 stripe, and the hottest objects of a skewed workload carry a hundredth of all writes each, so a fixed
 * threshold buys replicas at any price.
 */
final class HotSet {
    /** Below so many writes per epoch an object is not hot, whatever replicas would cost. */
    private static final double LEAST_WRITES = 4;

    /** What is replicated, or about to be, stays so until it is overtaken by something this much hotter. */
    private static final double HYSTERESIS = 2;

    private final Set<ObjectId> members = new HashSet<>();
    private int overBudget;

    private HotSet() {}

    static HotSet of(ClusterSnapshot snapshot, PolicyConfig config, WearLedger ledger) {
        HotSet hot = new HotSet();
        double budget = config.maxExtraWrites() * ledger.pageWritesPerEpoch();
        List<Candidate> hottestFirst = snapshot.objects().stream()
                .filter(object -> !object.degraded() && ledger.writesPerEpoch(object) >= LEAST_WRITES)
                .sorted(Comparator.comparingDouble(HotSet::rank).reversed().thenComparing(Candidate::id))
                .toList();
        for (Candidate object : hottestFirst) {
            double extra = ledger.pageWrites(object, snapshot.rep()) - ledger.pageWrites(object, snapshot.ec());
            if (extra <= budget) {
                budget -= Math.max(0, extra);
                hot.members.add(object.id());
            } else {
                hot.overBudget++;
            }
        }
        return hot;
    }

    private static double rank(Candidate object) {
        return object.policy() == RedundancyPolicy.REP ? HYSTERESIS * object.heat() : object.heat();
    }

    boolean contains(Candidate object) {
        return members.contains(object.id());
    }

    /** Objects written often enough that would have cost too much. */
    int overBudget() {
        return overBudget;
    }
}
