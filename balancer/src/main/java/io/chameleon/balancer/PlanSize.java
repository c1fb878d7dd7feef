package io.chameleon.balancer;

import io.chameleon.core.mapping.Remap;
import io.chameleon.policy.BalancePlan;
import io.chameleon.transport.Wire;
import java.util.ArrayList;
import java.util.List;

/** Keeps a plan small enough to be stored and shown in one message. */
final class PlanSize {
    /** Half of the largest control header that peers take by default. */
    static final int MAX_BYTES = 8 << 20;

    private PlanSize() {}

    /** The plan, or its first remaps, which were decided first; the rest is left to the next epoch. */
    static BalancePlan bounded(BalancePlan plan, int maxBytes) {
        List<Remap> kept = new ArrayList<>();
        long bytes = 0;
        for (Remap remap : plan.remaps()) {
            bytes += Wire.pack(remap).getSerializedSize();
            if (bytes > maxBytes) {
                break;
            }
            kept.add(remap);
        }
        if (kept.size() == plan.remaps().size()) {
            return plan;
        }
        List<String> notes = new ArrayList<>(plan.notes());
        notes.add("the last " + (plan.remaps().size() - kept.size()) + " of "
                + plan.remaps().size() + " remaps are left to the next epoch: a plan has at most " + maxBytes
                + " bytes");
        return new BalancePlan(
                plan.epoch(), plan.policy(), kept, plan.migrations(), plan.before(), plan.after(), notes);
    }
}
