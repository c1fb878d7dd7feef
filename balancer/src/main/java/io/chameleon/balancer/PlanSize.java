package io.chameleon.balancer;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Remap;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.transport.RemapWire;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Keeps a plan small enough to be stored and shown in one message. */
final class PlanSize {
    /** Half of the largest control header that peers take by default. */
    static final int MAX_BYTES = 8 << 20;

    private PlanSize() {}

    /** The plan, or its first remaps, which were decided first, and what follows from them; the rest is left to the next epoch. */
    static BalancePlan bounded(BalancePlan plan, int maxBytes) {
        List<Remap> kept = new ArrayList<>();
        long bytes = 0;
        for (Remap remap : plan.remaps()) {
            bytes += RemapWire.pack(remap).getSerializedSize();
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
        Set<ObjectId> dropped =
                plan.remaps().stream().skip(kept.size()).map(Remap::id).collect(Collectors.toSet());
        List<BulkMigration> migrations = plan.migrations().stream()
                .filter(migration -> !dropped.contains(migration.id()))
                .toList();
        return new BalancePlan(plan.epoch(), plan.policy(), kept, migrations, plan.before(), plan.after(), notes);
    }
}
