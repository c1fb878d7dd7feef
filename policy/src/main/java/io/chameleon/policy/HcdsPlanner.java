package io.chameleon.policy;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Hot/cold data swapping with endurance-aware write offloading (Chameleon III-B2, Algorithm 2): the hottest fragment of the
 * most worn server x goes to the least worn server y at the object's next write, and a cold one comes back.
 *
 * <p>Algorithm 2 and not the prose, which has the two the wrong way round and would widen the gap (reading 1). Only one position
 * of an object's placement changes, so fragments that stay keep their index. Three limits are ours:
 *
 * <ul>
 *   <li>a fragment that would make y more worn than x is no candidate, nor is an object too cold to be written before its
 *       intent expires;
 *   <li>where x and y have nothing to exchange, the next less worn x or more worn y is tried (10 servers hold 6 of each object);
 *   <li>the cold partner only goes if y would otherwise be the fuller of the two, and if it is much colder: its purpose is to
 *       even the fill (reading 3), which it does when it is written or migrated, and equal heat both ways would even nothing;
 *   <li>a y that cannot take hot fragments for lack of room sends cold ones to the emptiest servers, so that it can later.
 * </ul>
 */
final class HcdsPlanner {
    /** A partner has at most this share of the heat of the fragment it makes room for. */
    private static final double MUCH_COLDER = 0.25;

    /** Room a full server is to have for hot fragments, share of its capacity. */
    private static final double ROOM_TO_MAKE = 0.03;

    private final ClusterSnapshot snapshot;
    private final PolicyConfig config;
    private final PlanDraft draft;
    private final WearLedger ledger;
    private final Destinations destinations;
    private final Map<ServerId, List<Candidate>> hottestFirst;
    private final Map<ServerId, List<Candidate>> coldestFirst;
    private final Set<Pair> exhausted = new HashSet<>();

    /** Servers too full for what should come to them, each with the hottest fragment it could not take. */
    private final SortedMap<ServerId, Candidate> cramped = new TreeMap<>();

    private int swaps;

    /** A more worn server and a less worn one. */
    private record Pair(ServerId x, ServerId y) {}

    HcdsPlanner(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft) {
        this.snapshot = snapshot;
        this.config = config;
        this.draft = draft;
        this.ledger = draft.ledger();
        this.destinations = new Destinations(ledger);
        Comparator<Candidate> byHeat = Comparator.comparingDouble(Candidate::heat);
        hottestFirst = byServer(byHeat.reversed().thenComparing(Candidate::id));
        coldestFirst = byServer(byHeat.thenComparing(Candidate::id));
    }

    private Map<ServerId, List<Candidate>> byServer(Comparator<Candidate> order) {
        Map<ServerId, List<Candidate>> lists = new HashMap<>();
        snapshot.objects().stream()
                .filter(draft::isFree)
                .sorted(order)
                .forEach(object -> object.next()
                        .servers()
                        .forEach(server -> lists.computeIfAbsent(server, s -> new ArrayList<>())
                                .add(object)));
        return lists;
    }

    void plan() {
        if (snapshot.epoch() < config.hcdsFromEpoch()) {
            return;
        }
        while (swaps < config.swapsPerEpoch() && exceeds()) {
            if (!swap()) {
                draft.note("HCDS: stopped after " + swaps
                        + " swaps: no fragment left that would narrow the gap and has room");
                break;
            }
            swaps++;
        }
        cramped.forEach(this::makeRoom);
    }

    private boolean exceeds() {
        WearForecast forecast = ledger.forecast();
        return forecast.sigma() > forecast.threshold(config.sigmaHcds());
    }

    private boolean swap() {
        List<ServerId> leastFirst = ledger.leastWornFirst();
        for (ServerId x : leastFirst.reversed()) {
            for (ServerId y : leastFirst) {
                if (ledger.wear(y) >= ledger.wear(x)) {
                    break;
                }
                Pair pair = new Pair(x, y);
                if (!exhausted.contains(pair)) {
                    if (swap(x, y)) {
                        return true;
                    }
                    exhausted.add(pair);
                }
            }
        }
        return false;
    }

    private boolean swap(ServerId x, ServerId y) {
        for (Candidate hot : hottestFirst.getOrDefault(x, List.of())) {
            if (ledger.writesPerEpoch(hot) * config.intentExpiryEpochs() < 1) {
                return false; // and so are all after it
            }
            if (draft.isFree(hot) && narrows(hot, x, y)) {
                Optional<Placement> destination = destinations.replaced(hot, x, y);
                if (destination.isPresent()) {
                    move(hot, destination.get(), "HCDS: hottest of " + x + " (more worn) to " + y);
                    sendPartner(hot, y, x);
                    // What two servers could not exchange they still cannot, unless the first got more worn or the
                    // second less;
                    // a partner is too cold to change that.
                    exhausted.removeIf(pair -> pair.x().equals(y) || pair.y().equals(x));
                    return true;
                }
                if (!ledger.hasRoom(hot, hot.next().scheme(), y)) {
                    cramped.putIfAbsent(y, hot);
                }
            }
        }
        return false;
    }

    private boolean narrows(Candidate hot, ServerId x, ServerId y) {
        double added = ledger.wearOf(hot, hot.next(), y);
        double taken = config.asPrinted() ? 0 : ledger.wearOf(hot, hot.next(), x);
        return config.asPrinted() || ledger.wear(y) + added <= ledger.wear(x) - taken;
    }

    private void sendPartner(Candidate hot, ServerId from, ServerId to) {
        if (ledger.fill(from) <= ledger.fill(to)) {
            return;
        }
        for (Candidate cold : coldestFirst.getOrDefault(from, List.of())) {
            if (cold.heat() > hot.heat() * MUCH_COLDER) {
                return;
            }
            if (draft.isFree(cold) && !cold.state().isIntermediate() && wearsLess(cold, hot, to)) {
                Optional<Placement> destination = destinations.replaced(cold, from, to);
                if (destination.isPresent()) {
                    move(cold, destination.get(), "HCDS: coldest of " + from + " (less worn) makes room, to " + to);
                    return;
                }
            }
        }
    }

    private void makeRoom(ServerId server, Candidate hot) {
        for (Candidate cold : coldestFirst.getOrDefault(server, List.of())) {
            if (swaps >= config.swapsPerEpoch()
                    || ledger.settledFill(server) <= ledger.maxFill() - ROOM_TO_MAKE
                    || cold.heat() > hot.heat() * MUCH_COLDER) {
                return;
            }
            if (draft.isFree(cold) && !cold.state().isIntermediate() && sendToEmptiest(cold, server)) {
                swaps++;
            }
        }
    }

    private boolean sendToEmptiest(Candidate cold, ServerId from) {
        for (ServerId to : ledger.emptiestFirst()) {
            if (ledger.fill(to) >= ledger.settledFill(from)) {
                return false;
            }
            Optional<Placement> destination = destinations.replaced(cold, from, to);
            if (destination.isPresent()) {
                move(cold, destination.get(), "HCDS: coldest of " + from + " (full, little worn) makes room, to " + to);
                return true;
            }
        }
        return false;
    }

    private boolean wearsLess(Candidate cold, Candidate hot, ServerId server) {
        return ledger.wearOf(cold, cold.next(), server) < ledger.wearOf(hot, hot.next(), server);
    }

    private void move(Candidate object, Placement destination, String reason) {
        RedundancyEvent event = object.state().isIntermediate() ? RedundancyEvent.RETARGET : RedundancyEvent.SWAP;
        draft.remap(object, event, destination, reason);
    }
}
