package io.chameleon.policy.predictive;

import io.chameleon.core.ServerId;
import io.chameleon.policy.ledger.WearLedger;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Evens out the fill of servers. A fuller device collects fuller victims, so writes to it cost more, and a server at
 * its bound cannot take fragments that would even out wear. Fragments go from the fullest server to the emptiest. If
 * that one is also the less worn of the two, the planner picks the best fit to the gap of their wear, else the fragment
 * written least. A device that is rated for more erases may be a little fuller: {@link WearLedger#relativeFill}.
 */
final class FillPlanner {
    /** How far the fullest server may stay above the mean, as a share of the mean. */
    private static final double SLACK = 0.02;

    private final WearLedger ledger;
    private final FragmentMoves moves;
    private final double mean;

    FillPlanner(WearLedger ledger, FragmentMoves moves) {
        this.ledger = ledger;
        this.moves = moves;
        this.mean = ledger.meanSettledFill();
    }

    /** Uses at most half of the remaining moves: wear comes second in order, not in importance. */
    void plan() {
        int reserved = moves.left() / 2;
        Set<ServerId> setAside = new HashSet<>();
        while (moves.left() > reserved && setAside.size() < FragmentMoves.SET_ASIDE) {
            Optional<ServerId> fullest = FragmentMoves.first(ledger.fullestFirst(), setAside);
            if (fullest.isEmpty() || ledger.relativeFill(fullest.get()) <= (1 + SLACK) * mean) {
                return;
            }
            if (!moveFrom(fullest.get())) {
                setAside.add(fullest.get());
            }
        }
    }

    private boolean moveFrom(ServerId from) {
        List<ServerId> targets = FragmentMoves.targets(ledger.emptiestFirst());
        int fit = moves.fitting(from, targets.getFirst());
        FragmentMoves.Purpose evens = (object, source, to) -> ledger.relativeFill(to) < mean;
        return fit > 0
                ? moves.moveMostWritten(fit, from, targets, evens, "fill:")
                : moves.moveLeastWritten(from, targets, evens, "fill:");
    }
}
