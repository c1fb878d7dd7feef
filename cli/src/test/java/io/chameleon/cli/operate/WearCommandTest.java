package io.chameleon.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.ServerWear;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WearCommandTest {
    private static final String NOTE = "note: no server has a zone";

    private static String shown(String zone, int nodes) {
        List<ServerWear> servers = IntStream.range(0, 9)
                .mapToObj(i -> new ServerWear(
                        new ServerInfo(new ServerId("flash-" + i), "h", 1, zone, 1L << 30, ServerInfo.Status.DOWN)
                                .on(nodes == 0 ? "" : "worker-" + i % nodes),
                        Optional.empty(),
                        "it is down"))
                .toList();
        return WearCommand.human(servers, WearSummary.of(List.of()));
    }

    @Test
    void nodes_haveAColumn_andANoteWhereServersShareThemWithoutZones() {
        assertThat(shown("", 3).lines().toList()).first().asString().startsWith("SERVER   NODE      STATUS");
        assertThat(shown("", 3)).contains("flash-4  worker-1").contains(NOTE).contains("up to 3 servers");
        assertThat(shown("", 9)).doesNotContain(NOTE);
        assertThat(shown("east", 3)).contains("ZONE").doesNotContain(NOTE);
        assertThat(shown("", 0)).doesNotContain("NODE").doesNotContain(NOTE);
    }
}
