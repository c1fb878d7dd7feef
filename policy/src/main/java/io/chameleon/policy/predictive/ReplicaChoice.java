package io.chameleon.policy.predictive;

import io.chameleon.core.ObjectId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ledger.WearLedger;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which objects are worth replicas, by cost (ARPT by cost).
 *
 * <p>Those always that take fewer pages so than as a stripe, such as three replicas of a page beside a 6+3 stripe of it, which takes
 * four. Of the others, where three copies are up to twice the pages of a stripe, the hottest whose extra page writes fit the budget:
 * the hottest objects of a skewed workload carry a hundredth of all writes each, so a fixed threshold buys replicas at any price.
 */
final class ReplicaChoice {
    /** Below so many writes per epoch an object is not hot, whatever replicas would cost. */
    private static final double LEAST_WRITES = 4;

    /** What is replicated, or about to be, stays so until it is overtaken by something this much hotter. */
    private static final double HYSTERESIS = 2;

    private final ClusterSnapshot snapshot;
    private final WearLedger ledger;
    private final Set<ObjectId> withinBudget = new HashSet<>();
    private int overBudget;

    ReplicaChoice(ClusterSnapshot snapshot, PolicyConfig config, WearLedger ledger) {
        this.snapshot = snapshot;
        this.ledger = ledger;
        double budget = config.maxExtraWrites() * ledger.pageWritesPerEpoch();
        if (budget == 0) {
            return;
        }
        List<Candidate> hottestFirst = snapshot.objects().stream()
                .filter(object ->
                        !object.degraded() && extraPages(object) > 0 && ledger.writesPerEpoch(object) >= LEAST_WRITES)
                .sorted(Comparator.comparingDouble(ReplicaChoice::rank)
                        .reversed()
                        .thenComparing(Candidate::id))
                .toList();
        for (Candidate object : hottestFirst) {
            double extra = ledger.pageWrites(object, snapshot.rep()) - ledger.pageWrites(object, snapshot.ec());
            if (extra <= budget) {
                budget -= extra;
                withinBudget.add(object.id());
            } else {
                overBudget++;
            }
        }
    }

    private static double rank(Candidate object) {
        return object.policy() == RedundancyPolicy.REP ? HYSTERESIS * object.heat() : object.heat();
    }

    /** Flash pages that replicas take more than a stripe, below 0 for a few small objects. */
    private long extraPages(Candidate object) {
        return ledger.pages(object, snapshot.rep()) - ledger.pages(object, snapshot.ec());
    }

    /** Whether the object should have replicas; where they cost as much as a stripe, it should stay as it is. */
    boolean isWorthReplicas(Candidate object) {
        long extra = extraPages(object);
        return extra < 0
                || extra == 0 && object.live().policy() == RedundancyPolicy.REP
                || withinBudget.contains(object.id());
    }

    /** Objects written often enough that would have cost too much. */
    int overBudget() {
        return overBudget;
    }
}
