package io.chameleon.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.client.ServerWear;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.wear.WearReport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How wear is summed up over servers, and shown. */
class WearSummaryTest {
    private static WearReport report(String server, long erases, long host, long nand) {
        return new WearReport(
                new ServerId(server),
                erases,
                host,
                nand,
                0.5,
                1_000,
                250,
                4_096,
                64,
                100,
                3_000,
                2,
                new WearReport.LatencySummary(erases, 212.4, 1_500.6));
    }

    private static WearSummary of(long... erases) {
        return WearSummary.of(Arrays.stream(erases)
                .mapToObj(count -> report("s", count, count, 2 * count))
                .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "0;0;0;0,         0,    0,   0,                  0",
        "5,               5,    5,   0,                  0",
        "10;10;10,        30,   10,  0,                  0",
        "2;4;4;4;5;5;7;9, 40,   5,   2,                  0.4",
        "0;100,           100,  50,  50,                 1",
        "1;2;3;4,         10,   2.5, 1.118033988749895,  0.447213595499958"
    })
    void sigma_isThePopulationDeviation_andCvItsShareOfTheMean(
            String erases, long total, double mean, double sigma, double cv) {
        WearSummary summary =
                of(Arrays.stream(erases.split(";")).mapToLong(Long::parseLong).toArray());
        assertThat(summary.erases()).isEqualTo(total);
        assertThat(summary.mean()).isCloseTo(mean, within(1e-12));
        assertThat(summary.sigma()).isCloseTo(sigma, within(1e-12));
        assertThat(summary.cv()).isCloseTo(cv, within(1e-12));
    }

    /** Of all pages together: a mean of the servers' ratios would give an idle server the weight of a busy one. */
    @Test
    void writeAmplification_isThatOfAllPages() {
        assertThat(WearSummary.of(List.of(report("a", 0, 10, 40), report("b", 0, 990, 990)))
                        .writeAmplification())
                .isEqualTo(1.03);
    }

    @Test
    void clusterWithoutReports_orWrites_hasNoWear_andAmplifiesNothing() {
        assertThat(WearSummary.of(List.of())).isEqualTo(new WearSummary(0, 0, 0, 0, 1));
        assertThat(WearSummary.of(List.of(report("a", 0, 0, 0)))).isEqualTo(new WearSummary(0, 0, 0, 0, 1));
    }

    private static ServerWear wear(String id, ServerInfo.Status status, long erases) {
        ServerInfo server = new ServerInfo(new ServerId(id), "h", 1, "", 1L << 30, status);
        return erases < 0
                ? new ServerWear(server, Optional.empty(), "no connection to h:1")
                : new ServerWear(server, Optional.of(report(id, erases, 100, 150)), "");
    }

    private static final List<ServerWear> SERVERS = List.of(
            wear("flash-0", ServerInfo.Status.UP, 4_500),
            wear("flash-1", ServerInfo.Status.DRAINING, 1_500),
            wear("flash-2", ServerInfo.Status.DOWN, -1));

    private static WearSummary summary() {
        return WearSummary.of(SERVERS.stream()
                .map(ServerWear::report)
                .flatMap(Optional::stream)
                .toList());
    }

    @Test
    void table_hasDashesForAServerThatDoesNotAnswer_whichCountsNowhere() {
        assertThat(WearCommand.human(SERVERS, summary(), new ClusterClocks(Map.of(), List.of()))
                        .lines())
                .containsExactly(
                        "SERVER   STATUS    ERASES     WA    USED  ENDURANCE  MEAN µs  P99 µs",
                        "flash-0  UP          4500  1.500  25.0 %   1.5000 %      212    1501",
                        "flash-1  DRAINING    1500  1.500  25.0 %   0.5000 %      212    1501",
                        "flash-2  DOWN           -      -       -          -        -       -",
                        "total 6000 erases, mean 3000.0, σ 1500.00, CV 0.5000, write amplification 1.500");
    }

    @Test
    void json_hasTheProblemOfAServerThatDoesNotAnswer_andNoNumbers() {
        Map<String, Object> json = WearCommand.json(SERVERS, summary(), new ClusterClocks(Map.of(), List.of()));
        assertThat(json)
                .containsEntry("erases", 6_000L)
                .containsEntry("mean", 3_000.0)
                .containsEntry("sigma", 1_500.0)
                .containsEntry("cv", 0.5)
                .containsEntry("write_amplification", 1.5);
        assertThat(json.get("servers"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .satisfiesExactly(
                        first -> assertThat(first.keySet())
                                .hasToString("[server, zone, node, status, problem, erases, host_page_writes,"
                                        + " nand_page_writes, write_amplification, utilisation, endurance_used,"
                                        + " bad_blocks, write_latency_us]"),
                        second -> assertThat(second.get("write_latency_us"))
                                .isEqualTo(Map.of("mean", 212.4, "p99", 1_500.6)),
                        third -> assertThat(third)
                                .hasToString("{server=flash-2, zone=, node=, status=DOWN,"
                                        + " problem=no connection to h:1}"));
    }
}
