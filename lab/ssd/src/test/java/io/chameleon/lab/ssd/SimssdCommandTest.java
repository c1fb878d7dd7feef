package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimssdCommandTest {
    private static final String SETTING =
            "--mode hcwf-swap --gc dchoices --pages-per-block 32 --spare-factor 0.15 --d 15 --dstar 40"
                    + " --hot-probability 0.8 --hot-fraction 0.07";

    @TempDir
    Path directory;

    @Test
    void run_asJson_hasWhatResearchersAskFor() {
        CommandLineRun run = simssd("run " + SETTING + " --logical-blocks 850 --seed 7 -o json");
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.lines()).hasSize(1);
        JsonNode json = run.json();
        assertThat(json.path("write_amplification").asDouble()).isCloseTo(2.1307, Percentage.withPercentage(1));
        assertThat(json.path("stationary").asBoolean()).isTrue();
        long host = json.path("host_writes").asLong();
        assertThat(json.path("erases").asDouble() * 32)
                .isCloseTo(host + json.path("copies").asDouble(), within(64.0));
        assertThat(json.path("pe_fairness").asDouble()).isBetween(0.3, 1.0);
        assertThat(json.path("endurance_full_drive_writes").asDouble()).isPositive();
        assertThat(json.path("page_writes_per_second").asDouble()).isPositive();
        assertThat(json.path("dstar").asInt()).isEqualTo(40);
    }

    @Test
    void run_withTheSameSeed_isTheSame_onAnyNumberOfThreads() {
        String command =
                "run --mode hcwf --logical-blocks 100 --warmup 20000 --requests 20000 --runs 3 --seed 5 -o json";
        JsonNode one = simssd(command + " --threads 1").json();
        JsonNode three = simssd(command + " --threads 3").json();
        assertThat(three.path("write_amplification_of_runs")).isEqualTo(one.path("write_amplification_of_runs"));
        assertThat(one.path("write_amplification_of_runs")).hasSize(3);
        assertThat(one.path("host_writes").asLong()).isEqualTo(60_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"swf", "dwf", "hot-cold-copies", "hcwf", "hcwf-swap", "cold"})
    void everyMode_runs(String mode) {
        CommandLineRun run = simssd("run --logical-blocks 100 --warmup 10000 --requests 10000 --mode " + mode);
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.out()).contains("write amplification").contains(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"greedy", "random", "fifo", "dchoices", "windowed", "cost-benefit"})
    void everyPolicy_runs(String gc) {
        CommandLineRun run =
                simssd("run --logical-blocks 100 --warmup 10000 --requests 10000 --workload zipf --gc " + gc);
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.out()).contains(gc);
    }

    /** Flash has 384, 576 or 1,152 pages per block; theory knows any number. */
    @ParameterizedTest
    @ValueSource(ints = {48, 384})
    void pagesPerBlock_thatAreNoPowerOfTwo_amplifyAsTheorySays(int pagesPerBlock) {
        CommandLineRun run =
                simssd("theory --simulate --logical-blocks 500 -o json --pages-per-block " + pagesPerBlock);
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.json().path("simulation_distance_percent").asDouble()).isBetween(-2.0, 2.0);
    }

    @Test
    void maxErases_endsALifeThere() {
        JsonNode json = simssd("run --logical-blocks 100 --warmup 5000 --requests 5000 --max-erases 40 -o json")
                .json();
        assertThat(json.path("max_erases").asInt()).isEqualTo(40);
        assertThat(json.path("pe_fairness").asDouble()).isBetween(0.5, 1.0);
    }

    @Test
    void trace_sizesTheDeviceByWhatItWrites() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            lines.add("0," + i * 2_654_435_761L % 12_800 * 8 + ",4096,W," + i + ".5"); // 12,800 pages, from far apart
            lines.add("0," + i * 80L + ",4096,R," + i + ".7");
        }
        Path trace = Files.write(directory.resolve("t.spc"), lines);
        JsonNode json = simssd("run --mode hcwf --warmup 30000 --requests 30000 -o json --trace " + trace)
                .json();
        assertThat(json.path("trace_requests").asLong()).isEqualTo(40_000);
        assertThat(json.path("trace_pages").asInt()).isEqualTo(12_800);
        assertThat(json.path("logical_blocks").asInt()).isEqualTo(200);
        assertThat(json.path("write_amplification").asDouble()).isGreaterThan(1);
    }

    @Test
    void theory_besideSimulation() {
        JsonNode json = simssd("theory " + SETTING + " --simulate --logical-blocks 1700 --tolerance 0.002 -o json")
                .json();
        assertThat(json.path("write_amplification").asDouble()).isCloseTo(2.1307, within(0.0001));
        assertThat(json.path("simulation_distance_percent").asDouble()).isBetween(-1.0, 1.0);
        assertThat(simssd("theory").out()).contains("3.3536");
    }

    @Test
    void table1_withoutSimulation_setsTheMisprintApart() {
        CommandLineRun run = simssd("table1 --no-simulation -o json");
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        JsonNode rows = run.json().path("rows");
        assertThat(rows).hasSize(13);
        assertThat(rows.get(0).path("ode").asDouble()).isCloseTo(3.1669, within(0.0001));
        assertThat(rows.get(12).path("hot_probability").asDouble()).isEqualTo(0.96);
        assertThat(rows.get(12).path("ode").asDouble()).isCloseTo(2.6417, within(0.0001));
        assertThat(run.json().path("largest_ode_distance_percent").asDouble()).isLessThan(0.01);
    }

    /** Section 4 of the paper, sentence by sentence, at the points of the coarse version. */
    @Test
    void figures_areWritten_andFigure1SaysWhatThePaperSays() throws IOException {
        Path report = directory.resolve("report");
        CommandLineRun run =
                simssd("figures --quick --logical-blocks 90 --max-erases 10 --runs 1 -o json --report " + report);
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        for (String figure : List.of("1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c")) {
            assertThat(report.resolve("figure" + figure + ".png")).isNotEmptyFile();
            assertThat(Files.readString(report.resolve("figure" + figure + ".svg")))
                    .contains("<svg");
        }
        assertThat(Files.readString(report.resolve("figures.md"))).contains("| 1c | 0.8 |", "| hcwf-swap | 0.99 |");
        assertThat(run.json().path("figures2and3")).hasSize(30);
        for (JsonNode curve : run.json().path("figure1")) {
            boolean theException = curve.path("hot_probability").asDouble() == 0.8
                    && curve.path("hot_fraction").asDouble() == 0.025;
            if (curve.path("dstar").asInt() == 100) {
                assertThat(curve.path("hcwf_swap_minimum").asDouble())
                        .isLessThan(curve.path("hcwf_minimum").asDouble());
                assertThat(curve.path("hcwf_swap_higher_at_d").toString()).isEqualTo(theException ? "[20,30]" : "[]");
            } else {
                assertThat(curve.path("hcwf_swap_higher_at_d").toString())
                        .doesNotContain("[2,", "[3,")
                        .contains("30");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                          | simssd: no command given",
                "run --mode hcfw             | simssd run: Invalid value for option '--mode': 'hcfw' given, expected one of [swf, dwf,",
                "run --gc lru                | simssd run: Invalid value for option '--gc': 'lru' given, expected one of [greedy,",
                "run --spare-factor 2        | simssd run: --spare-factor: '2.0' given, expected a number above 0",
                "run --pages-per-block 0     | simssd run: flash.pages-per-block: '0' given, expected 1 to 16384",
                "run --warmup soon           | simssd run: Invalid value for option '--warmup': 'soon' given, expected a number",
                "run --workload trace        | simssd run: --trace: nothing given, expected a file",
                "run --hot-fraction 1.5      | simssd run: hot fraction: '1.5' given, expected",
                "figures --runs 0            | simssd figures: runs: '0' given, expected 1 or more",
                "run --runs 1000000000       | simssd run: runs: '1000000000' given, expected 1 to 10000",
                "figures --max-erases -1     | simssd figures: --max-erases: '-1' given, expected 1 or more",
                "run --threads 0             | simssd run: threads: '0' given, expected 1 or more",
                "run --max-erases 0          | simssd run: --max-erases: '0' given, expected 1 or more",
                "run --logical-blocks 90 --hot-probability 0.999999999999 | simssd run: warm-up: '2147483647' given, expected at most",
                "figures --logical-blocks 0 --report target/figures | simssd figures: flash.logical-blocks: '0' given, expected at least 1",
                "envm --limit -1             | simssd envm: --limit: '-1' given, expected 0 or more",
                "theory --mode cold          | simssd theory: no model for --mode cold with --gc greedy, expected",
                "theory --hot-fraction 0.1   | simssd theory: no model for --mode swf with --gc greedy and hot pages, expected",
            })
    void badInput_isOneClearLine(String command, String expected) {
        CommandLineRun run = simssd(command);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.stderr()).startsWith("chameleon " + expected);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void badTrace_isNamedWithItsLine() throws IOException {
        Path trace = Files.writeString(directory.resolve("bad.csv"), "1,W,0,4096\n2,W,x,4096\n");
        CommandLineRun run = simssd("run --trace " + trace);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr())
                .isEqualTo("chameleon simssd run: trace " + trace
                        + ", line 2: '2,W,x,4096' given, expected offset to be a whole number, 0 or more"
                        + System.lineSeparator());
    }

    @Test
    void completion_knowsModesAndPolicies() {
        assertThat(CommandLineRun.of("completion", "bash").out()).contains("hcwf-swap", "cost-benefit", "table2");
    }

    private static CommandLineRun simssd(String command) {
        List<String> args = new ArrayList<>(List.of("simssd"));
        if (!command.isEmpty()) {
            args.addAll(List.of(command.split(" ")));
        }
        return CommandLineRun.of(args.toArray(String[]::new));
    }
}
