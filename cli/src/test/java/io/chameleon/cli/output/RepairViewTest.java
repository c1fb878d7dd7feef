package io.chameleon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.repair.RepairReport;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.node.role.RepairJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepairViewTest {
    private static RepairStatus status(Evacuation... records) {
        return new RepairStatus(1_000, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of(records));
    }

    @Test
    void deviceThatWasReplaced_isSaid_andKeepsNobodyWaiting_onceAllIsQueued() {
        Evacuation queueing = Evacuation.begun(new ServerId("flash-3"), Evacuation.Kind.EMPTIED, 500);
        assertThat(RepairView.text(status(queueing))).contains("flash-3", "device replaced", "queueing");
        assertThat(RepairLine.isQuiet(status(queueing))).isFalse();
        assertThat(RepairLine.isQuiet(status(queueing.nextWalk()))).isTrue();
        assertThat(RepairView.text(status(queueing.nextWalk()))).contains("queued");
    }

    private static RepairReport report(ReconciliationHalt... halts) {
        return new RepairReport(status(), List.of(halts), List.of());
    }

    @Test
    void haltOfReconciliation_isShown_toPeopleAndScripts() {
        ReconciliationHalt halt = new ReconciliationHalt(new ServerId("flash-3"), 500, 1_200, 4_000, 0);
        assertThat(RepairView.text(report(halt)))
                .isEqualToNormalizingNewlines(
                        "no object is degraded\n"
                                + "reconciliation has halted on flash-3: nothing refers to 1200 of its 4000 fragments; see 'chameleon reconcile'");
        assertThat(RepairJson.json(report(halt)))
                .containsEntry(
                        "reconciliation_halts",
                        List.of(Map.of(
                                "server", "flash-3",
                                "since_millis", 500L,
                                "found", 1_200L,
                                "held", 4_000L,
                                "confirmed", 0L)));
        assertThat(RepairJson.json(report())).containsEntry("reconciliation_halts", List.of());
        assertThat(RepairView.text(report())).isEqualTo("no object is degraded");
    }
}
