package io.chameleon.policy.predictive;

import io.chameleon.core.ServerId;
import io.chameleon.policy.Movable;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ledger.WearLedger;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Evens out predicted wear by best-fit moves. A fragment moves from the server that will be most worn to one of those
 * that will be least worn. It is the most written fragment that does not take its target past the source, so at most
 * half of the gap between the two. Planning stops when the rest is a small part of one epoch's wear, which chance will
 * undo anyway.
 */
final class WearPlanner {
    private final WearLedger ledger;
    private final FragmentMoves moves;
    private final double evenEnough;

    WearPlanner(WearLedger ledger, PolicyConfig config, FragmentMoves moves) {
        this.ledger = ledger;
        this.moves = moves;
        this.evenEnough = config.evenEnough() * ledger.wearPerEpoch();
    }

    void plan() {
        Set<ServerId> setAside = new HashSet<>();
        while (moves.left() > 0
                && ledger.forecast().sigma() > evenEnough
                && setAside.size() < FragmentMoves.SET_ASIDE) {
            Optional<ServerId> most = FragmentMoves.first(ledger.mostWornFirst(), setAside);
            if (most.isEmpty() || ledger.wear(most.get()) <= ledger.forecast().mean()) {
                return;
            }
            ServerId from = most.get();
            List<ServerId> targets = FragmentMoves.targets(ledger.leastWornFirst());
            int fit = moves.fitting(from, targets.getFirst());
            if (!moves.moveMostWritten(fit, from, targets, this::narrows, "wear:")) {
                setAside.add(from);
            }
        }
    }

    /** Whether the move leaves the target no more worn than the source. */
    private boolean narrows(Movable object, ServerId from, ServerId to) {
        int index = object.next().servers().indexOf(from);
        return ledger.wear(to) + ledger.wearOf(object, index, to)
                <= ledger.wear(from) - ledger.wearOf(object, index, from);
    }
}
