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
 * <p>An object is always replicated if replicas take fewer pages than a stripe would: three replicas of one page, for
 * instance, against the four pages of its 6+3 stripe. Of the others, three copies take up to twice the pages of a
 * stripe; the hottest whose extra page writes fit the budget are replicated. In a skewed workload each of the hottest
 * objects gets a hundredth of all writes, so a fixed threshold would buy replicas at any price.
 */
final class ReplicaChoice {
    /** Below this many writes per epoch an object is not hot, whatever replicas would cost. */
    private static final double LEAST_WRITES = 4;

    /** An object that is, or soon will be, replicated stays so until another is this much hotter. */
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
            double extra = ledger.pageWrites(object, snapshot.schemes().rep(object.id()))
                    - ledger.pageWrites(object, snapshot.schemes().ec(object.id()));
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

    /** Extra flash pages of replicas compared with a stripe, negative for a few small objects. */
    private long extraPages(Candidate object) {
        return ledger.pages(object, snapshot.schemes().rep(object.id()))
                - ledger.pages(object, snapshot.schemes().ec(object.id()));
    }

    /** Whether the object should have replicas; if they cost as much as a stripe, it stays as it is. */
    boolean isWorthReplicas(Candidate object) {
        long extra = extraPages(object);
        return extra < 0
                || extra == 0 && object.live().policy() == RedundancyPolicy.REP
                || withinBudget.contains(object.id());
    }

    /** Objects that are written often enough but would have cost too much. */
    int overBudget() {
        return overBudget;
    }
}
