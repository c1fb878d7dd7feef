package io.chameleon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Evacuation;
import io.chameleon.core.mapping.RepairStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepairViewTest {
    private static RepairStatus status(Evacuation... records) {
        return new RepairStatus(1_000, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of(records));
    }

    @Test
    void deviceThatWasReplaced_isSaid_andKeepsNobodyWaiting_onceAllIsQueued() {
        Evacuation queueing = Evacuation.begun(new ServerId("flash-3"), Evacuation.Kind.EMPTIED, 500);
        assertThat(RepairView.text(status(queueing))).contains("flash-3", "device replaced", "queueing");
        assertThat(RepairView.isQuiet(status(queueing))).isFalse();
        assertThat(RepairView.isQuiet(status(queueing.nextWalk()))).isTrue();
        assertThat(RepairView.text(status(queueing.nextWalk()))).contains("queued");
    }
}
