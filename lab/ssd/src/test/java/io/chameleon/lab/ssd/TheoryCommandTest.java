package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.lab.ssd.theory.FixedPoint;
import io.chameleon.lab.ssd.theory.HotColdModel;
import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.theory.UniformModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TheoryCommandTest {
    private static final UniformModel MODEL = new UniformModel(64, 0.15);

    private static CommandLineRun theory(String options) {
        List<String> args = new ArrayList<>(List.of("simssd", "theory"));
        args.addAll(List.of(options.split(" ")));
        return CommandLineRun.of(args.toArray(String[]::new));
    }

    private static double amplification(String options) {
        return theory(options + " -o json").json().path("write_amplification").asDouble();
    }

    @Test
    void uniformWrites_areComputedByTheModelOfTheCollection() {
        assertThat(amplification("--gc greedy")).isEqualTo(MODEL.greedy());
        assertThat(amplification("--gc fifo")).isEqualTo(MODEL.fifo());
        assertThat(amplification("--gc random")).isEqualTo(MODEL.random());
        assertThat(amplification("--gc dchoices --d 5")).isEqualTo(MODEL.choices(5));
    }

    @Test
    void hotAndColdWrites_areComputedByTheMeanFieldModel() {
        FixedPoint expected = HotColdModel.fixedPoint(new HotColdParameters(8, 0.2, 3, 20, 0.8, 0.25));
        JsonNode json = theory("--mode hcwf-swap --pages-per-block 8 --spare-factor 0.2 --d 3 --dstar 20"
                        + " --hot-probability 0.8 --hot-fraction 0.25 -o json")
                .json();
        assertThat(json.path("write_amplification").asDouble()).isEqualTo(expected.writeAmplification());
        assertThat(json.path("hot_blocks").asDouble()).isEqualTo(expected.hotBlocks());
        assertThat(json.path("swaps_per_collection").asDouble()).isEqualTo(expected.swapsPerCollection());
        assertThat(json.path("mean_victim_pages").asDouble()).isEqualTo(expected.meanVictimPages());
        assertThat(json.path("residual").asDouble()).isLessThan(FixedPoint.TOLERANCE);
        assertThat(json.path("hot_fraction").asDouble()).isEqualTo(0.25);
    }

    /** Random victims are those of one choice. HCWF has no second victim, whatever d* is. */
    @Test
    void hotAndColdWrites_withRandomVictims_areThoseOfOneChoice() {
        String device = "--pages-per-block 8 --spare-factor 0.2 --mode hcwf ";
        assertThat(amplification(device + "--gc random --d 7 --dstar 9"))
                .isEqualTo(amplification(device + "--gc dchoices --d 1"));
    }

    @Test
    void victimsOfAPolicy_haveThePagesThatItsAmplificationLeaves() {
        JsonNode json = theory("--gc random --pages-per-block 32 --spare-factor 0.25 -o json")
                .json();
        assertThat(json.path("write_amplification").asDouble()).isCloseTo(4, within(1e-12));
        assertThat(json.path("mean_victim_pages").asDouble()).isCloseTo(24, within(1e-12));
        assertThat(json.path("workload").asText()).isEqualTo("uniform");
    }

    @Test
    void text_hasFourDigits_andWordsForNames() {
        assertThat(theory("--gc random --pages-per-block 32").out().lines())
                .containsExactly(
                        "mode                 swf",
                        "gc                   random",
                        "pages per block      32",
                        "spare factor         0.1500",
                        "workload             uniform",
                        "write amplification  6.6667",
                        "mean victim pages    27.2000");
    }

    @Test
    void simulation_isShownBesideTheModel_withItsDistance() {
        JsonNode json = theory("--gc random --pages-per-block 8 --logical-blocks 100 --spare-factor 0.2"
                        + " --tolerance 0.1 --seed 3 --simulate -o json")
                .json();
        double simulated = json.path("simulated_write_amplification").asDouble();
        assertThat(simulated).isBetween(4.5, 5.5);
        assertThat(json.path("simulation_distance_percent").asDouble())
                .isCloseTo((simulated / 5 - 1) * 100, within(1e-9));
        assertThat(json.path("logical_blocks").asInt()).isEqualTo(100);
        assertThat(json.path("seed").asLong()).isEqualTo(3);
        assertThat(json.path("stationary").isBoolean()).isTrue();
    }

    @Test
    void settingWithoutAFixedPoint_isAFailureInOneLine() {
        CommandLineRun run = theory("--gc greedy --pages-per-block 2 --spare-factor 0.6");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr())
                .isEqualTo("chameleon simssd theory: greedy collection has no fixed point at spare factor 0.6"
                        + System.lineSeparator());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--mode hcwf --gc greedy",
                "--mode hcwf-swap --gc fifo",
                "--mode dwf",
                "--mode hot-cold-copies --gc random",
                "--gc windowed",
                "--gc cost-benefit",
                "--gc random --hot-probability 0.8"
            })
    void combination_withoutAModel_isRefused(String options) {
        CommandLineRun run = theory(options);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr())
                .startsWith("chameleon simssd theory: no model for --mode ")
                .hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }
}
