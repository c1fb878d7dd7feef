package io.chameleon.balancer.epoch;

import io.chameleon.core.mapping.Remap;
import io.chameleon.policy.BalancePlan;
import io.chameleon.transport.protocol.RemapWire;

/** Keeps a plan small enough to be stored and shown in one message. */
final class PlanSize {
    /** Half of the largest control header that peers take by default. */
    static final int MAX_BYTES = 8 << 20;

    private PlanSize() {}

    /**
     * The plan, or the remaps that were decided first, with what follows from them; the rest is left to the next epoch.
     */
    static BalancePlan bounded(BalancePlan plan, int maxBytes) {
        int kept = 0;
        long bytes = 0;
        for (Remap remap : plan.remaps()) {
            bytes += RemapWire.pack(remap).getSerializedSize();
            if (bytes > maxBytes) {
                break;
            }
            kept++;
        }
        int all = plan.remaps().size();
        return kept == all
                ? plan
                : plan.first(
                        kept,
                        "the last " + (all - kept) + " of " + all
                                + " remaps are left to the next epoch: a plan has at most " + maxBytes + " bytes");
    }
}
