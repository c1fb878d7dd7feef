package io.chameleon.core.mapping.table;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.Remap;
import java.util.List;

/**
 * A plan that is being applied to the table, stored so that a new leader can finish what the old one began.
 *
 * @param complete whether every remap has been tried
 */
public record StoredPlan(long epoch, List<Remap> remaps, boolean complete) {
    public StoredPlan {
        remaps = List.copyOf(remaps);
        long planned = epoch;
        Require.that(
                remaps.stream().allMatch(remap -> remap.epoch() == planned),
                "epochs of the remaps of plan " + epoch,
                remaps.stream().map(Remap::epoch).distinct().toList(),
                "the plan's epoch in each");
    }
}
