package io.chameleon.core.mapping;

import java.util.List;

/**
 * A plan on its way into the table, kept so that a new leader can finish what the old one began.
 *
 * @param complete whether every remap has been tried
 */
public record StoredPlan(long epoch, List<Remap> remaps, boolean complete) {
    public StoredPlan {
        remaps = List.copyOf(remaps);
    }
}
