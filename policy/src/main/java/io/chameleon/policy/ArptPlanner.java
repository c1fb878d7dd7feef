package io.chameleon.policy;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Adaptive redundancy policy transition (Chameleon III-B1, Algorithm 1 with "Remapping"): hot objects become replicas on the
 * three least worn servers, cold ones stripes on the six most worn, each at its next write.
 *
 * <p>Two bounds are ours. Upgrades stop where hot objects would cost {@code maxExtraWrites} more page writes than as stripes:
 * the hottest objects of a skewed workload carry a tenth of all writes each, and three copies of a whole object are twice the
 * pages of a 4+2 stripe. And a step that would lift the forecast σ above both its value and σ_ARPT is not taken, since
 * Algorithm 1 is to "ensure σ ≤ σ_ARPT": the six most worn servers must not get more of what is cool but still written.
 */
final class ArptPlanner {
    private static final Comparator<Candidate> COLDEST_FIRST =
            Comparator.comparingDouble(Candidate::heat).thenComparing(Candidate::id);
    private static final Comparator<Candidate> HOTTEST_FIRST =
            Comparator.comparingDouble(Candidate::heat).reversed().thenComparing(Candidate::id);

    private final ClusterSnapshot snapshot;
    private final PolicyConfig config;
    private final PlanDraft draft;
    private final WearLedger ledger;
    private final Destinations destinations;
    private double extraWritesLeft;
    private int overBudget;
    private int withoutPlace;

    ArptPlanner(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft) {
        this.snapshot = snapshot;
        this.config = config;
        this.draft = draft;
        this.ledger = draft.ledger();
        this.destinations = new Destinations(ledger);
    }

    void plan() {
        if (!exceeds()) {
            return;
        }
        extraWritesLeft = config.maxExtraWrites() >= 1
                ? Double.POSITIVE_INFINITY
                : config.maxExtraWrites() * ledger.pageWritesPerEpoch(snapshot.objects()) - extraWritesOfHotReplicas();
        Deque<Candidate> hot = candidates(RedundancyPolicy.EC, HOTTEST_FIRST);
        Deque<Candidate> cold = candidates(RedundancyPolicy.REP, COLDEST_FIRST);
        while (exceeds() && !(hot.isEmpty() && cold.isEmpty())) {
            if (!hot.isEmpty()) {
                upgrade(hot.remove(), ledger.leastWornFirst()); // X; line 16 reads obj_i (reading 2)
            }
            if (!cold.isEmpty()) {
                downgrade(cold.remove(), ledger.leastWornFirst().reversed()); // Y; line 17 reads obj_j (readings 2, 3)
            }
        }
        // Reading 10: step 1 converts every candidate; those that step 2 did not need to place go where the ring says.
        hot.forEach(object -> upgrade(object, ringOrder(object)));
        cold.forEach(object -> downgrade(object, ringOrder(object)));
        if (overBudget > 0) {
            draft.note("ARPT: " + overBudget + " hot objects stay striped: as replicas they would add more than "
                    + Reasons.number(config.maxExtraWrites() * 100) + " % to all page writes");
        }
        if (withoutPlace > 0) {
            draft.note("ARPT: " + withoutPlace
                    + " objects stay as they are: no servers with room that would not widen wear");
        }
    }

    private boolean exceeds() {
        WearForecast forecast = ledger.forecast();
        return forecast.sigma() > forecast.threshold(config.sigmaArpt());
    }

    /** Step 1: who is under the wrong policy for its heat. */
    private Deque<Candidate> candidates(RedundancyPolicy policy, Comparator<Candidate> order) {
        boolean hot = policy == RedundancyPolicy.EC;
        return snapshot.objects().stream()
                .filter(object -> draft.isFree(object)
                        && object.policy() == policy
                        && object.live().policy() == policy // a late state is on its way; IntentReview withdraws it
                        && object.heat() >= config.heatHot() == hot // reading 8
                        && !(policy == RedundancyPolicy.REP && object.isCreatedIn(snapshot.epoch())))
                .sorted(order)
                .collect(ArrayDeque::new, ArrayDeque::add, ArrayDeque::addAll);
    }

    private void upgrade(Candidate object, List<ServerId> order) {
        double extra = extraWrites(object);
        if (extra > extraWritesLeft) {
            overBudget++;
            return;
        }
        String reason = "ARPT: heat " + Reasons.number(object.heat()) + " >= " + Reasons.number(config.heatHot());
        if (change(object, RedundancyEvent.UPGRADE, snapshot.rep(), order, reason)) {
            extraWritesLeft -= extra;
        }
    }

    private void downgrade(Candidate object, List<ServerId> order) {
        String reason = "ARPT: heat " + Reasons.number(object.heat()) + " < " + Reasons.number(config.heatHot());
        if (!change(object, RedundancyEvent.DOWNGRADE, snapshot.ec(), order, reason)) {
            withoutPlace++;
        }
    }

    private boolean change(
            Candidate object, RedundancyEvent event, RedundancyScheme scheme, List<ServerId> order, String reason) {
        Optional<Placement> destination = destinations
                .first(object, scheme, order)
                .filter(placement -> config.asPrinted() || !widens(object, placement));
        destination.ifPresent(placement -> draft.remap(object, event, placement, reason));
        return destination.isPresent();
    }

    private boolean widens(Candidate object, Placement destination) {
        WearForecast before = ledger.forecast();
        WearForecast after = ledger.forecastWith(object, destination);
        return after.sigma() > Math.max(before.sigma(), after.threshold(config.sigmaArpt()));
    }

    private List<ServerId> ringOrder(Candidate object) {
        return snapshot.ring().select(object.id(), snapshot.servers().size(), ledger::isWritable);
    }

    private double extraWritesOfHotReplicas() {
        double sum = 0;
        for (Candidate object : snapshot.objects()) {
            if (object.policy() == RedundancyPolicy.REP && object.heat() >= config.heatHot()) {
                sum += extraWrites(object);
            }
        }
        return sum;
    }

    private double extraWrites(Candidate object) {
        return ledger.pageWrites(object, snapshot.rep()) - ledger.pageWrites(object, snapshot.ec());
    }
}
