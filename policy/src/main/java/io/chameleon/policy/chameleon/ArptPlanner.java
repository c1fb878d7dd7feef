package io.chameleon.policy.chameleon;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearForecast;
import io.chameleon.policy.draft.Destinations;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.draft.Reasons;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * Adaptive redundancy policy transition (Chameleon III-B1, Algorithm 1 with "Remapping"): hot objects become replicas
 * on the three least worn servers, cold ones become stripes on the six most worn, each at its next write.
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
        Deque<Candidate> hot = candidates(RedundancyPolicy.EC, HOTTEST_FIRST);
        Deque<Candidate> cold = candidates(RedundancyPolicy.REP, COLDEST_FIRST);
        while (exceeds() && !(hot.isEmpty() && cold.isEmpty())) {
            if (!hot.isEmpty()) {
                upgrade(hot.remove(), ledger.leastWornFirst()); // X; line 16 reads obj_i (reading 2)
            }
            if (!cold.isEmpty()) {
                downgrade(cold.remove(), ledger.mostWornFirst()); // Y; line 17 reads obj_j (readings 2, 3)
            }
        }
        // Reading 10: step 1 converts every candidate; those that step 2 need not place go where the ring says.
        hot.forEach(object -> upgrade(object, ringOrder(object)));
        cold.forEach(object -> downgrade(object, ringOrder(object)));
        if (withoutPlace > 0) {
            draft.note("ARPT: " + withoutPlace + " objects stay as they are: not enough servers with room");
        }
    }

    private boolean exceeds() {
        WearForecast forecast = ledger.forecast();
        return forecast.sigma() > forecast.threshold(config.sigmaArpt());
    }

    /** Step 1: objects under the wrong policy for their heat. */
    private Deque<Candidate> candidates(RedundancyPolicy policy, Comparator<Candidate> order) {
        boolean hot = policy == RedundancyPolicy.EC;
        return snapshot.objects().stream()
                .filter(object -> draft.isFree(object)
                        && object.policy() == policy // reading 9
                        && object.live().policy() == policy // a late state is on its way; IntentReview withdraws it
                        && object.heat() >= config.heatHot() == hot // reading 8
                        && !(policy == RedundancyPolicy.REP && object.isNew()))
                .sorted(order)
                .collect(ArrayDeque::new, ArrayDeque::add, ArrayDeque::addAll);
    }

    private void upgrade(Candidate object, Iterator<ServerId> order) {
        change(object, RedundancyEvent.UPGRADE, snapshot.schemes().rep(object.id()), order, ">=");
    }

    private void downgrade(Candidate object, Iterator<ServerId> order) {
        change(object, RedundancyEvent.DOWNGRADE, snapshot.schemes().ec(object.id()), order, "<");
    }

    private void change(
            Candidate object,
            RedundancyEvent event,
            RedundancyScheme scheme,
            Iterator<ServerId> order,
            String comparison) {
        Optional<Placement> destination = destinations.first(object, scheme, order);
        if (destination.isPresent()) {
            draft.remap(
                    object,
                    event,
                    destination.get(),
                    "ARPT: heat " + Reasons.number(object.heat()) + " " + comparison + " "
                            + Reasons.number(config.heatHot()));
        } else {
            withoutPlace++;
        }
    }

    /** Evaluated only as far as a placement needs. */
    private Iterator<ServerId> ringOrder(Candidate object) {
        Iterator<PlacementRing.Member> walk = snapshot.ring().walk(object.id());
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return walk.hasNext();
            }

            @Override
            public ServerId next() {
                return walk.next().id();
            }
        };
    }
}
