package io.chameleon.policy.chameleon;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearForecast;
import io.chameleon.policy.draft.Destinations;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Hot/cold data swapping with endurance-aware write offloading (Chameleon III-B2, Algorithm 2): the hottest fragment of
 * the most worn server x goes to the least worn server y at the object's next write, and the coldest of y comes back.
 *
 * <p>This follows Algorithm 2, not the prose, which confuses the two and would widen the gap (reading 1). Only one
 * position of an object's placement changes, so fragments that stay keep their index. If x and y have nothing to
 * exchange, since y is full or holds a fragment of everything on x, the next few less worn x and more worn y are tried.
 *
 * <p>Hot means that clients still write the object. If no client writes it while a swap waits for bulk migration, it
 * would only be copied: that evens out nothing and wears both servers, without end on a cluster without writes.
 */
final class HcdsPlanner {
    /** How many of the most worn and of the least worn servers are tried before giving up. */
    private static final int TRIED = 10;

    /** How many objects are tried between two servers: if the target has no room for these, it has none. */
    private static final int OBJECTS_TRIED = 64;

    private final ClusterSnapshot snapshot;
    private final PolicyConfig config;
    private final PlanDraft draft;
    private final WearLedger ledger;
    private final Destinations destinations;
    private Map<ServerId, List<Candidate>> hottestFirst = Map.of();
    private Map<ServerId, List<Candidate>> coldestFirst = Map.of();
    private int swaps;

    HcdsPlanner(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft) {
        this.snapshot = snapshot;
        this.config = config;
        this.draft = draft;
        this.ledger = draft.ledger();
        this.destinations = new Destinations(ledger);
    }

    /** Costs more than all that a plan without a swap does, so it waits until there is one to make. */
    private void sort() {
        Comparator<Candidate> byHeat = Comparator.comparingDouble(Candidate::heat);
        hottestFirst = byServer(this::isWritten, byHeat.reversed().thenComparing(Candidate::id));
        coldestFirst = byServer(object -> true, byHeat.thenComparing(Candidate::id));
    }

    private boolean isWritten(Candidate object) {
        return snapshot.epoch() - object.lastWriteEpoch() < config.coldMigrationAfterEpochs();
    }

    private Map<ServerId, List<Candidate>> byServer(Predicate<Candidate> which, Comparator<Candidate> order) {
        List<Candidate> sorted = new ArrayList<>(snapshot.objects());
        sorted.removeIf(object -> !draft.isFree(object) || !which.test(object));
        sorted.sort(order);
        Map<ServerId, List<Candidate>> lists = new HashMap<>();
        for (Candidate object : sorted) {
            for (ServerId server : object.holders(object.next())) {
                lists.computeIfAbsent(server, s -> new ArrayList<>()).add(object);
            }
        }
        return lists;
    }

    void plan() {
        if (snapshot.epoch() < config.hcdsFromEpoch() || !exceeds()) {
            return;
        }
        sort();
        while (swaps < config.swapsPerEpoch() && exceeds()) {
            if (!swap()) {
                draft.note("HCDS: stopped after " + swaps + " swaps: nothing left to exchange between the most and the"
                        + " least worn servers");
                return;
            }
            swaps++;
        }
    }

    private boolean exceeds() {
        WearForecast forecast = ledger.forecast();
        return forecast.sigma() > forecast.threshold(config.sigmaHcds());
    }

    private boolean swap() {
        List<ServerId> most = firstOf(ledger.mostWornFirst());
        List<ServerId> least = firstOf(ledger.leastWornFirst());
        for (ServerId x : most) {
            for (ServerId y : least) {
                if (ledger.wear(y) < ledger.wear(x) && swap(x, y)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<ServerId> firstOf(Iterator<ServerId> order) {
        List<ServerId> first = new ArrayList<>();
        while (order.hasNext() && first.size() < TRIED) {
            first.add(order.next());
        }
        return first;
    }

    private boolean swap(ServerId x, ServerId y) {
        int tried = 0;
        for (Candidate hot : hottestFirst.getOrDefault(x, List.of())) {
            if (draft.isFree(hot)) {
                Optional<Placement> destination = destinations.replaced(hot, x, y);
                if (destination.isPresent()) {
                    move(hot, destination.get(), "HCDS: hottest of " + x + " (more worn) to " + y);
                    sendPartner(hot, y, x);
                    return true;
                }
                if (++tried == OBJECTS_TRIED) {
                    return false;
                }
            }
        }
        return false;
    }

    /** {@code obj_j}: the coldest fragment of y that may go to x and is colder than the one it makes room for. */
    private void sendPartner(Candidate hot, ServerId y, ServerId x) {
        int tried = 0;
        for (Candidate cold : coldestFirst.getOrDefault(y, List.of())) {
            if (cold.heat() >= hot.heat() || tried == OBJECTS_TRIED) {
                return;
            }
            if (draft.isFree(cold) && !cold.state().isIntermediate()) {
                Optional<Placement> destination = destinations.replaced(cold, y, x);
                if (destination.isPresent()) {
                    move(cold, destination.get(), "HCDS: coldest of " + y + " (less worn) comes back to " + x);
                    return;
                }
                tried++;
            }
        }
    }

    private void move(Candidate object, Placement destination, String reason) {
        RedundancyEvent event = object.state().isIntermediate() ? RedundancyEvent.RETARGET : RedundancyEvent.SWAP;
        draft.remap(object, event, destination, reason);
    }
}
