package io.chameleon.policy.predictive;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.draft.Destinations;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.draft.Reasons;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Redundancy by cost. Objects worth replicas ({@link ReplicaChoice}) get them; all others become stripes, which take
 * half the space and half the writes. Changes wait for the next write. Only objects without writes are copied, oldest
 * and biggest first, within the budget, so that a cluster that began with replicas shrinks in bounded time at bounded
 * cost.
 *
 * <p>Destinations: replicas go to the least worn of the object's <em>own</em> servers. Algorithm 1's three least worn
 * servers of all would attract every hot object at once, and with it queues. Stripes keep the object's own servers,
 * where they need no room, and add the least worn others, or the emptiest for objects without writes.
 */
final class RedundancyPlanner {
    /** Most late changes of each kind in a plan: a plan must not be too large to store, and the hottest come first. */
    private static final int MOST_CHANGES = 10_000;

    private final ClusterSnapshot snapshot;
    private final PolicyConfig config;
    private final PlanDraft draft;
    private final ReplicaChoice choice;
    private final BulkBudget bulk;
    private final WearLedger ledger;
    private final Destinations destinations;
    private int withoutPlace;

    RedundancyPlanner(
            ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft, ReplicaChoice choice, BulkBudget bulk) {
        this.snapshot = snapshot;
        this.config = config;
        this.draft = draft;
        this.choice = choice;
        this.bulk = bulk;
        this.ledger = draft.ledger();
        this.destinations = new Destinations(ledger);
    }

    void plan() {
        candidates(RedundancyPolicy.EC)
                .filter(object -> choice.isWorthReplicas(object) && willBeWritten(object))
                .sorted(Comparator.comparingDouble(Candidate::heat).reversed().thenComparing(Candidate::id))
                .limit(MOST_CHANGES)
                .forEach(this::upgrade);
        List<Candidate> cool = candidates(RedundancyPolicy.REP)
                .filter(object -> !choice.isWorthReplicas(object) && !object.isNew())
                .toList();
        cool.stream()
                .filter(this::willBeWritten)
                .sorted(Comparator.comparingDouble(Candidate::heat).reversed().thenComparing(Candidate::id))
                .limit(MOST_CHANGES)
                .forEach(this::downgrade);
        cool.stream()
                .filter(object -> !willBeWritten(object))
                .sorted(Comparator.<Candidate>comparingLong(object -> object.idleEpochs(snapshot.epoch()))
                        .thenComparingLong(Candidate::size)
                        .reversed()
                        .thenComparing(Candidate::id))
                .forEach(this::copy);
        if (choice.overBudget() > 0) {
            draft.note("redundancy: " + choice.overBudget()
                    + " hot objects stay striped: as replicas they would add more than "
                    + Reasons.number(config.maxExtraWrites() * 100) + " % to all page writes");
        }
        if (withoutPlace > 0) {
            draft.note("redundancy: " + withoutPlace + " objects stay as they are: not enough servers with room");
        }
    }

    private Stream<Candidate> candidates(RedundancyPolicy policy) {
        return snapshot.objects().stream()
                .filter(object -> draft.isFree(object)
                        && object.policy() == policy // reading 9
                        && object.live().policy() == policy);
    }

    /** Whether a late change is likely to come true before it expires. */
    private boolean willBeWritten(Candidate object) {
        return ledger.writesPerEpoch(object) * config.intentExpiryEpochs() >= 1;
    }

    private void upgrade(Candidate object) {
        Optional<Placement> own = destinations.first(
                object,
                snapshot.schemes().rep(object.id()),
                ownFirst(object, List.<ServerId>of().iterator()));
        if (own.isPresent()) {
            draft.remap(
                    object,
                    RedundancyEvent.UPGRADE,
                    own.get(),
                    "redundancy: heat " + Reasons.number(object.heat()) + ", replicas are worth it");
        } else {
            withoutPlace++;
        }
    }

    private void downgrade(Candidate object) {
        Optional<Placement> destination = destinations.first(
                object, snapshot.schemes().ec(object.id()), ownFirst(object, ledger.leastWornFirst()));
        if (destination.isPresent()) {
            draft.remap(
                    object,
                    RedundancyEvent.DOWNGRADE,
                    destination.get(),
                    "redundancy: heat " + Reasons.number(object.heat()) + ", not worth replicas");
        } else {
            withoutPlace++;
        }
    }

    private void copy(Candidate object) {
        if (!bulk.isLeft()) {
            return; // its turn comes in a later epoch
        }
        Optional<Placement> destination = destinations.first(
                object, snapshot.schemes().ec(object.id()), ownFirst(object, ledger.emptiestFirst()));
        if (destination.isEmpty()) {
            withoutPlace++;
        } else if (bulk.spend(ledger.pages(object, snapshot.schemes().ec(object.id())))) {
            draft.moveAtOnce(
                    object,
                    RedundancyEvent.DOWNGRADE,
                    destination.get(),
                    "redundancy: not written for " + object.idleEpochs(snapshot.epoch())
                            + " epochs, copied as a stripe");
        }
    }

    private Iterator<ServerId> ownFirst(Candidate object, Iterator<ServerId> others) {
        Iterator<ServerId> own = new ArrayList<>(object.live().servers())
                .stream()
                        .filter(ledger::isWritable)
                        .sorted(Comparator.<ServerId>comparingDouble(ledger::wear)
                                .thenComparing(Comparator.naturalOrder()))
                        .iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return own.hasNext() || others.hasNext();
            }

            @Override
            public ServerId next() {
                return own.hasNext() ? own.next() : others.next();
            }
        };
    }
}
