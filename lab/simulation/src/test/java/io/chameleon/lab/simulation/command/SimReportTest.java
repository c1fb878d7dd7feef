package io.chameleon.lab.simulation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.simulation.SimulationResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class SimReportTest {
    private static final String OPTIONS = "--hours 0.5 --faults crash";

    private static SimulationResult sound(long seed) {
        return new SimulationResult(
                seed,
                Duration.ofMinutes(90),
                Optional.empty(),
                1_000,
                20_000,
                300,
                0xabcL,
                Map.of("READ DONE", 700L, "epochs", seed),
                List.of());
    }

    private static SimulationResult violated(long seed, int events) {
        return new SimulationResult(
                seed,
                Duration.ofMinutes(30),
                Optional.of("invariant 1 after a commit: it is gone"),
                1,
                2,
                3,
                0xdef0L,
                Map.of("epochs", 1L),
                IntStream.range(0, events).mapToObj(i -> "event " + i).toList());
    }

    private static SimReport report(SimulationResult... results) {
        return new SimReport(List.of(results), OPTIONS);
    }

    @Test
    void runsWithoutViolation_areSound() {
        assertThat(report(sound(1), sound(2)).isSound()).isTrue();
        assertThat(report(sound(1), violated(2, 0), sound(3)).isSound()).isFalse();
    }

    @Test
    void text_ofManySeeds_addsThemUp() {
        assertThat(report(sound(1), sound(2)).text().lines())
                .containsExactly(
                        "2 seeds, 3.0 hours of cluster time, 2,000 operations, 40,000 requests,"
                                + " all invariants checked 600 times: no violation",
                        "  READ DONE                        1,400",
                        "  epochs                           3");
    }

    /** Two runs of one seed are compared by it. */
    @Test
    void text_ofOneSeed_showsTheHashOfItsLog() {
        assertThat(report(sound(1)).text()).contains("\nlog hash 0000000000000abc\n");
        assertThat(report(sound(1), sound(2)).text()).doesNotContain("log hash");
    }

    @Test
    void violation_isToldWithItsLastEvents_andHowToSeeItAgain() {
        String text = report(sound(1), violated(17, 100)).text();
        assertThat(text.lines())
                .startsWith("  event 40", "  event 41")
                .contains("  event 99", "to see it again: ./chameleon sim --seed 17 " + OPTIONS);
        assertThat(text)
                .containsPattern("seed 17, commit \\S+: invariant 1 after a commit: it is gone")
                .contains("all invariants checked 303 times: 1 with a violation")
                .doesNotContain("event 39");
    }

    @Test
    void violation_withFewEvents_showsThemAll() {
        assertThat(report(violated(17, 2)).text().lines()).startsWith("  event 0", "  event 1");
    }

    @Test
    void json_addsUpAndListsNoViolations() {
        assertThat(report(sound(1), sound(2)).json())
                .containsEntry("seeds", 2)
                .containsEntry("clusterHours", 3.0)
                .containsEntry("operations", 2_000L)
                .containsEntry("requests", 40_000L)
                .containsEntry("checks", 600L)
                .containsEntry("counts", Map.of("READ DONE", 1_400L, "epochs", 3L))
                .containsEntry("violations", List.of());
    }

    @Test
    void json_ofAViolation_hasAllThatAScriptNeedsToReplayIt() {
        assertThat(report(sound(1), violated(17, 100)).json().get("violations"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .singleElement(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("seed", 17L)
                .containsEntry("violation", "invariant 1 after a commit: it is gone")
                .containsEntry("replay", "./chameleon sim --seed 17 " + OPTIONS)
                .containsEntry("traceHash", "def0")
                .hasEntrySatisfying(
                        "lastEvents",
                        last -> assertThat(last)
                                .asInstanceOf(InstanceOfAssertFactories.LIST)
                                .hasSize(100));
    }
}
