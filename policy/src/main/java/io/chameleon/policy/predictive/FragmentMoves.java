package io.chameleon.policy.predictive;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Movable;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.draft.Destinations;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;
import io.chameleon.policy.predictive.FragmentIndex.Fragment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Moves single fragments as intents that the next write carries out (EWO), up to a plan's limit. It finds what to move
 * from a given server to one of a few targets: the first fragment, in the order requested, that helps and that a target
 * can take. A target must hold nothing of the object, have room and keep zones spread.
 *
 * <p>Cost per move: a bounded number of tries.
 */
final class FragmentMoves {
    /** How many servers may have nothing to give before a planner gives up. */
    static final int SET_ASIDE = 64;

    /** Targets considered for a move. */
    private static final int TARGETS = 6;

    /** Fragments considered for a move. */
    private static final int TRIED = 128;

    private final PlanDraft draft;
    private final WearLedger ledger;
    private final Destinations destinations;
    private final FragmentIndex fragments;
    private final Cohorts cohorts;
    private int left;

    /** Whether a move serves its purpose, ignoring room and other constraints. */
    interface Purpose {
        boolean isServedBy(Movable object, ServerId from, ServerId to);
    }

    FragmentMoves(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft) {
        this.draft = draft;
        this.ledger = draft.ledger();
        this.destinations = new Destinations(ledger);
        this.fragments = new FragmentIndex(snapshot, config, draft);
        this.cohorts = new Cohorts(snapshot, ledger);
        this.left = config.movesPerServer() * ledger.writable();
    }

    /** How many moves may still be made. */
    int left() {
        return left;
    }

    /** The first servers of {@code order}, considered as targets; do not use {@code order} across a move. */
    static List<ServerId> targets(Iterator<ServerId> order) {
        List<ServerId> targets = new ArrayList<>();
        while (order.hasNext() && targets.size() < TARGETS) {
            targets.add(order.next());
        }
        return targets;
    }

    /** The first of {@code order} that is not set aside. */
    static Optional<ServerId> first(Iterator<ServerId> order, Set<ServerId> setAside) {
        while (order.hasNext()) {
            ServerId server = order.next();
            if (!setAside.contains(server)) {
                return Optional.of(server);
            }
        }
        return Optional.empty();
    }

    /** How many fragments of {@code from} would wear {@code to} by at most half of the gap between them. */
    int fitting(ServerId from, ServerId to) {
        double half = (ledger.wear(from) - ledger.wear(to)) / 2;
        return FragmentIndex.atMost(fragments.of(from), ledger.pageWritesFor(half, from));
    }

    /** Moves one of the first {@code fit} fragments, the most written that may go. Returns whether there was one. */
    boolean moveMostWritten(int fit, ServerId from, List<ServerId> targets, Purpose purpose, String reason) {
        List<Fragment> leastFirst = fragments.of(from);
        int tried = 0;
        for (int i = fit - 1; i >= 0 && tried < TRIED; i -= stride(tried)) {
            Movable object = leastFirst.get(i).object();
            if (draft.isFree(object)) {
                tried++;
                if (move(object, from, targets, purpose, reason)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Moves the least written fragment that may go. Returns whether there was one. */
    boolean moveLeastWritten(ServerId from, List<ServerId> targets, Purpose purpose, String reason) {
        List<Fragment> leastFirst = fragments.of(from);
        int tried = 0;
        for (int i = 0; i < leastFirst.size() && tried < TRIED; i += stride(tried)) {
            Movable object = leastFirst.get(i).object();
            if (draft.isFree(object)) {
                tried++;
                if (move(object, from, targets, purpose, reason)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Neighbours in the list first; if many may not move, the steps grow, so that the tries span the whole list. */
    private static int stride(int tried) {
        return Math.max(1, tried - TRIED / 4);
    }

    private boolean move(Movable object, ServerId from, List<ServerId> targets, Purpose purpose, String reason) {
        for (ServerId to : targets) {
            Optional<Placement> destination = purpose.isServedBy(object, from, to) && cohorts.allow(object, from, to)
                    ? destinations.replaced(object, from, to)
                    : Optional.empty();
            if (destination.isPresent()) {
                move(object, destination.get(), reason + " from " + from + " to " + to);
                cohorts.move(object, from, to);
                left--;
                return true;
            }
        }
        return false;
    }

    private void move(Movable movable, Placement destination, String reason) {
        switch (movable) {
            case Candidate object ->
                draft.remap(
                        object,
                        object.state().isIntermediate() ? RedundancyEvent.RETARGET : RedundancyEvent.SWAP,
                        destination,
                        reason);
            case ObjectGroup group -> draft.redirect(group, destination, reason);
        }
    }
}
