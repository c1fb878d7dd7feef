package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.balancer.repair.RepairReport;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairStatus.Backlog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The fields that scripts and dashboards read: a name that changes breaks them. */
class RepairJsonTest {
    private static final long NOW = 1_000_000;

    private static String text(Map<String, Object> json) throws JsonProcessingException {
        return JsonMapper.builder().build().writeValueAsString(json);
    }

    @Test
    void nothingToRepair_isAllZero_andItsTimeIsNotKnown() throws Exception {
        assertThat(text(RepairJson.json(new RepairStatus(NOW, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of()))))
                .startsWith("{\"objects\":0,\"bytes\":0,\"postponed\":0,\"problem\":\"\",\"oldest_seconds\":0,"
                        + "\"eta_seconds\":null,\"queue\":[],\"run\":{")
                .endsWith("},\"servers\":[]}");
    }

    @Test
    void queue_isSummedUp_andDatedBySeconds() {
        Map<String, Object> json = RepairJson.json(new RepairStatus(
                NOW,
                List.of(new Backlog(-1, 2, 1_000), new Backlog(1, 3, 5_000)),
                4,
                NOW - 90_999,
                "flash-3: no connection",
                new RepairStatus.Run(NOW - 10_000, NOW, 10, 3_000),
                List.of()));
        assertThat(json)
                .containsEntry("objects", 5L)
                .containsEntry("bytes", 6_000L)
                .containsEntry("postponed", 4L)
                .containsEntry("problem", "flash-3: no connection")
                .containsEntry("oldest_seconds", 90L)
                .containsEntry("eta_seconds", 20L)
                .containsEntry(
                        "queue",
                        List.of(
                                Map.of("margin", -1, "objects", 2L, "bytes", 1_000L),
                                Map.of("margin", 1, "objects", 3L, "bytes", 5_000L)))
                .containsEntry("run", Map.of("began_millis", NOW - 10_000, "objects", 10L, "bytes", 3_000L));
    }

    @Test
    void server_thatIsEmptied_isCounted_fromItsSecondWalkOn() throws Exception {
        Evacuation counting = Evacuation.begun(new ServerId("flash-3"), Evacuation.Kind.DRAIN, NOW);
        assertThat(text(RepairJson.json(counting)))
                .isEqualTo("{\"server\":\"flash-3\",\"kind\":\"DRAIN\",\"since_millis\":1000000,\"counted\":false,"
                        + "\"objects\":0,\"bytes\":0,\"moved\":0,\"moved_bytes\":0,\"finished\":false}");
        Evacuation moving = new Evacuation(
                new ServerId("flash-3"),
                Evacuation.Kind.LOST,
                NOW,
                1,
                new ObjectId("photos", "cat"),
                7,
                40,
                4_000,
                10,
                1_000,
                NOW + 1);
        assertThat(RepairJson.json(moving))
                .containsEntry("kind", "LOST")
                .containsEntry("counted", true)
                .containsEntry("objects", 40L)
                .containsEntry("moved", 10L)
                .containsEntry("moved_bytes", 1_000L)
                .containsEntry("finished", true);
    }

    @Test
    void halt_isBesideRepair_withWhatAnOperatorConfirmed() throws Exception {
        ReconciliationHalt halt = new ReconciliationHalt(new ServerId("flash-3"), NOW, 7, 10, 7);
        assertThat(text(HaltJson.of(halt)))
                .isEqualTo("{\"server\":\"flash-3\",\"since_millis\":1000000,\"found\":7,\"held\":10,\"confirmed\":7}");
        RepairStatus status = new RepairStatus(NOW, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of());
        assertThat(RepairJson.json(new RepairReport(status, List.of(halt), List.of("note: full"))))
                .containsEntry("reconciliation_halts", List.of(HaltJson.of(halt)))
                .containsEntry("notes", List.of("note: full"));
    }
}
