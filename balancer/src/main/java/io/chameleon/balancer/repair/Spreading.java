package io.chameleon.balancer.repair;

import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.placement.FailureDomains;
import java.util.List;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/** Moves for the sake of failure domains; servers are polled only if there is something to move. */
final class Spreading implements PlacementMover.Moves {
    private final RepairRounds rounds;
    private final long fence;
    private final ClusterView view;
    private final Evacuating evacuating;
    private final ToIntBiFunction<List<RepairTask>, RepairRound> repair;
    private @Nullable RepairRound round;

    /** @param repair repairs in a round; returns how many it could not */
    Spreading(
            RepairRounds rounds,
            long fence,
            ClusterView view,
            Evacuating evacuating,
            ToIntBiFunction<List<RepairTask>, RepairRound> repair) {
        this.rounds = rounds;
        this.fence = fence;
        this.view = view;
        this.evacuating = evacuating;
        this.repair = repair;
    }

    private RepairRound once() {
        RepairRound current = round == null ? rounds.begin(fence, view, evacuating) : round;
        round = current;
        return current;
    }

    @Override
    public FailureDomains domains() {
        return rounds.ring(view).domains();
    }

    @Override
    public boolean isMovable(RepairTask task) {
        return once().isMovable(task);
    }

    @Override
    public int move(List<RepairTask> tasks) {
        return tasks.size() - repair.applyAsInt(tasks, once());
    }
}
