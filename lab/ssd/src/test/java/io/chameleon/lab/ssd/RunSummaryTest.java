package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.ssd.workload.Counts;
import io.chameleon.lab.ssd.workload.Lifetime;
import io.chameleon.lab.ssd.workload.Measurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
    private static final Lifetime.Point WEAR = new Lifetime.Point(40, 0.75, 12.34, 2.5);

    private static Measurement run(long host, long copies, long erases, long warmUp, boolean stationary) {
        return new Measurement(new Counts(host, copies, erases), warmUp, stationary, 2, WEAR);
    }

    private static RunSummary of(Measurement... runs) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("mode", "hcwf");
        settings.put("logical_blocks", 850);
        return new RunSummary(settings, List.of(runs), WEAR);
    }

    /** A run that wrote more counts for more. The mean of 2 and 1.5 would be 1.75. */
    @Test
    void writeAmplification_isThatOfAllPagesOfAllRuns() {
        RunSummary summary = of(run(100, 100, 3, 10, true), run(300, 150, 5, 30, true));
        assertThat(summary.writeAmplification()).isCloseTo(650 / 400.0, within(1e-12));
        assertThat(summary.json())
                .containsEntry("write_amplification_of_runs", List.of(2.0, 1.5))
                .containsEntry("host_writes", 400L)
                .containsEntry("copies", 250L)
                .containsEntry("erases", 8L);
    }

    @Test
    void warmUp_isTheLongestOfTheRuns() {
        assertThat(of(run(1, 0, 0, 10, true), run(1, 0, 0, 30, true), run(1, 0, 0, 20, true))
                        .json())
                .containsEntry("warmup_requests", 30L);
    }

    @Test
    void steadyState_isThatOfEveryRun() {
        assertThat(of(run(1, 0, 0, 10, true), run(1, 0, 0, 10, true)).json()).containsEntry("stationary", true);
        assertThat(of(run(1, 0, 0, 10, true), run(1, 0, 0, 10, false)).json()).containsEntry("stationary", false);
    }

    @Test
    void speed_isTheMeanOfTheRuns() {
        RunSummary summary = of(run(100, 100, 0, 0, true), run(300, 300, 0, 0, true));
        assertThat(summary.json())
                .containsEntry("page_writes_per_second", 200.0) // 200 and 600 pages in 2 s each
                .containsEntry("seconds", 2.0);
    }

    @Test
    void json_holdsTheSettingsFirst_andTheWear() {
        Map<String, Object> json = of(run(100, 50, 3, 10, true)).json();
        assertThat(json.keySet()).startsWith("mode", "logical_blocks", "write_amplification");
        assertThat(json)
                .containsEntry("max_erases", 40)
                .containsEntry("pe_fairness", 0.75)
                .containsEntry("endurance_full_drive_writes", 12.34)
                .doesNotContainKey("write_amplification_of_runs");
    }

    @Test
    void text_ofOneRun_namesNoSpread() {
        assertThat(of(run(1_000_000, 500_000, 3, 10, true)).text().lines())
                .containsExactly(
                        "mode                 hcwf",
                        "logical blocks       850",
                        "write amplification  1.5000",
                        "host writes          1000000",
                        "erases               3",
                        "PE fairness          0.7500, when a block had 40 erases",
                        "endurance            12.3 full drive writes, by then",
                        "warm-up              10 page writes, to a steady state",
                        "speed                0.8 M pages/s programmed");
    }

    @Test
    void text_ofSeveralRuns_showsHowFarTheyLieApart() {
        String text = of(run(100, 100, 3, 10, true), run(100, 50, 5, 30, false), run(100, 75, 5, 20, true))
                .text();
        assertThat(text)
                .contains("write amplification  1.7500, runs from 1.5000 to 2.0000")
                .contains("warm-up              30 page writes, no steady state seen");
    }
}
