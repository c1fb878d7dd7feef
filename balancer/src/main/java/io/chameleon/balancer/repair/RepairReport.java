package io.chameleon.balancer.repair;

import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RepairStatus;
import java.util.List;

/**
 * What operators are told of repair, by {@code chameleon repair status} and by the leader's admin page.
 *
 * @param notes what is in the way of drains; see {@link DrainNotes}
 */
public record RepairReport(RepairStatus status, List<ReconciliationHalt> halts, List<String> notes) {
    /** Of a process that has not led yet. */
    static final RepairReport NONE = new RepairReport(
            new RepairStatus(0, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of()), List.of(), List.of());

    public RepairReport {
        halts = List.copyOf(halts);
        notes = List.copyOf(notes);
    }
}
