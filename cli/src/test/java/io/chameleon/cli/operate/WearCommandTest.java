package io.chameleon.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.ServerWear;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WearCommandTest {
    private static final String NOTE = "note: no server has a zone";

    private static String shown(String zone, int nodes) {
        return shown(9, i -> zone, nodes);
    }

    private static String shown(int servers, IntFunction<String> zone, int nodes) {
        List<ServerWear> wear = IntStream.range(0, servers)
                .mapToObj(i -> new ServerWear(
                        new ServerInfo(
                                        new ServerId("flash-" + i),
                                        "h",
                                        1,
                                        zone.apply(i),
                                        1L << 30,
                                        ServerInfo.Status.DOWN)
                                .on(nodes == 0 ? "" : "worker-" + i % nodes),
                        Optional.empty(),
                        "it is down"))
                .toList();
        return WearCommand.human(wear, WearSummary.of(List.of()), new ClusterClocks(Map.of(), List.of()));
    }

    @Test
    void nodes_haveAColumn_andANoteWhereServersShareThemWithoutZones() {
        assertThat(shown("", 3).lines().toList()).first().asString().startsWith("SERVER   NODE      STATUS");
        assertThat(shown("", 3)).contains("flash-4  worker-1").contains(NOTE).contains("up to 3 servers");
        assertThat(shown("", 9)).doesNotContain(NOTE);
        assertThat(shown("east", 3)).contains("ZONE").doesNotContain(NOTE);
        assertThat(shown("", 0)).doesNotContain("NODE").doesNotContain(NOTE);
    }

    @Test
    void zonesOfDifferentSizes_haveANote() {
        IntFunction<String> three = i -> "zone-" + i % 3;
        assertThat(shown(8, three, 8)).contains("note: zones have from 2 to 3 servers");
        assertThat(shown(9, three, 9)).doesNotContain("note:");
        assertThat(shown(0, three, 9)).doesNotContain("note:");
        assertThat(shown(9, i -> i < 3 ? "east" : "", 9)).contains("note: zones have from 3 to 6 servers");
    }
}
