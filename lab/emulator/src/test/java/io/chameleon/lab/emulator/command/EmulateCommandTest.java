package io.chameleon.lab.emulator.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.lab.emulator.workload.SyntheticWorkloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command around the engine: what it requests, and how it shows the results. */
class EmulateCommandTest {
    private static final String TINY = "--workload ycsb-zipf --scale 0.002 --servers 8 ";

    @TempDir
    Path directory;

    private final FakeEngine engine = new FakeEngine();

    private String run(String arguments) {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(new EmulateCommand(engine))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out));
        int exitCode = line.execute(arguments.strip().split("\\s+"));
        assertThat(exitCode).as(out.toString()).isZero();
        return out.toString();
    }

    private JsonNode json(String arguments) throws IOException {
        String out = run(arguments + " -o json");
        return JsonMapper.builder().build().readTree(out.lines().toList().getLast());
    }

    @Test
    void json_hasWhatIsPromised_ofEachRun() throws IOException {
        JsonNode runs =
                json(TINY + "--scheme ec,rep,chameleon --initial EC --epochs 4").path("runs");
        assertThat(runs).hasSize(3);
        assertThat(runs.get(1).path("scheme").asText()).isEqualTo("rep");
        assertThat(runs.get(1).path("initial").asText()).isEqualTo("REP");
        JsonNode run = runs.get(2);
        assertThat(run.path("scheme").asText()).isEqualTo("chameleon");
        assertThat(run.path("initial").asText()).isEqualTo("EC");
        assertThat(run.path("workload").asText()).isEqualTo("ycsb-zipf");
        assertThat(run.path("synthetic").asBoolean()).isTrue();
        assertThat(run.path("seed").asInt()).isEqualTo(1);
        assertThat(run.path("sigma").asDouble()).isEqualTo(26);
        assertThat(run.path("mean").asDouble()).isEqualTo(1_000);
        assertThat(run.path("cv").asDouble()).isEqualTo(0.026);
        assertThat(run.path("erases").asLong()).isEqualTo(8_000);
        assertThat(run.path("write_amplification").asDouble()).isEqualTo(1.5);
        assertThat(run.path("page_latency_us").asDouble()).isEqualTo(300);
        assertThat(run.path("request_latency_us").path("mean").asDouble()).isEqualTo(400);
        assertThat(run.path("request_latency_us").path("p99").asDouble()).isEqualTo(900);
        assertThat(run.path("queued_latency_us").path("p99").asDouble()).isEqualTo(900);
        assertThat(run.path("network_bytes").path("client").asLong()).isEqualTo(1_000_000);
        assertThat(run.path("network_bytes").path("balance").asLong()).isEqualTo(70);
        assertThat(run.path("moves").asLong()).as("carried out + bulk").isEqualTo(8);
        assertThat(run.path("moves_detail").path("remaps").asLong()).isEqualTo(14);
        assertThat(run.path("live_page_spread").asDouble()).isEqualTo(1.05);
        JsonNode states = run.path("states_over_time");
        assertThat(states).hasSize(4);
        assertThat(states.get(3).path("epoch").asInt()).isEqualTo(4);
        assertThat(states.get(3).path("EC_EWO").asLong()).isEqualTo(104);
        assertThat(states.get(3).path("LATE_REP").asLong()).isZero();
        assertThat(run.path("by_server")).hasSize(8);
    }

    @Test
    void list_namesEveryWorkload_andThoseThatAreHeldOut_andRunsNothing() throws IOException {
        assertThat(run("--list"))
                .containsPattern("drift +no +another hot set every five hours")
                .containsPattern("mixed-sizes +yes +objects from 1 KiB to 64 MiB");
        JsonNode workloads = json("--list").path("workloads");
        assertThat(workloads.findValuesAsText("name")).isEqualTo(SyntheticWorkloads.names());
        assertThat(workloads)
                .filteredOn(one -> one.path("held_out").asBoolean())
                .extracting(one -> one.path("name").asText())
                .containsExactly(
                        "ycsb-latest",
                        "ycsb-hotspot",
                        "disk-flat",
                        "disk-steep",
                        "bursts",
                        "deletes",
                        "growing",
                        "mixed-sizes");
        assertThat(engine.runs()).isZero();
    }

    @Test
    void severalSeeds_giveASummaryAgainstTheBaselineOfTheSameSeed() throws IOException {
        JsonNode json = json(TINY + "--scheme none,chameleon --seeds 1..3 --epochs 2");
        assertThat(json.path("runs")).hasSize(6);
        JsonNode chameleon = json.path("summary").get(1);
        assertThat(chameleon.path("scheme").asText()).isEqualTo("chameleon");
        assertThat(chameleon.path("seeds")).hasSize(3);
        JsonNode sigma = chameleon.path("sigma");
        assertThat(sigma.path("mean").asDouble()).isEqualTo(27);
        assertThat(sigma.path("half_width_95").asDouble()).isCloseTo(4.303 / Math.sqrt(3), within(0.001));
        double change = ((26 / 101.0 - 1) + (27 / 102.0 - 1) + (28 / 103.0 - 1)) / 3 * 100;
        assertThat(sigma.path("change_percent").path("mean").asDouble()).isCloseTo(change, within(1e-9));
    }

    @Test
    void table_hasARowForEachRun_andAMean() {
        String out = run(TINY + "--scheme none,chameleon --seeds 1,2 --epochs 2");
        assertThat(out).contains("ycsb-zipf (synthetic), 8 servers, filled to 0.85, 2 epochs");
        assertThat(out.lines().filter(line -> line.startsWith("none "))).hasSize(3);
        assertThat(out.lines().filter(line -> line.matches("chameleon +EC +mean +26.5 ± .*")))
                .hasSize(1);
        assertThat(out).contains("-74.3 %");
    }

    @Test
    void sweep_runsEachValue_butTheBaselineOnce() throws IOException {
        JsonNode runs = json(TINY
                        + "--scheme none,chameleon --sweep policy.sigma-hcds=0.01,0.02 --sweep policy.heat-hot=8,64"
                        + " --epochs 2")
                .path("runs");
        assertThat(runs).hasSize(5);
        assertThat(runs.findValues("settings").stream().map(JsonNode::toString).distinct())
                .contains("{}", "{\"sigma-hcds\":\"0.02\",\"heat-hot\":\"64\"}");
    }

    @Test
    void report_keepsRuns_andTheSecondTimeNothingIsRun() throws IOException {
        Path report = directory.resolve("out");
        String arguments = TINY + "--scheme none,chameleon --epochs 2 --report " + report;
        run(arguments);
        assertThat(engine.runs()).isEqualTo(2);
        run(arguments);
        assertThat(engine.runs()).isEqualTo(2);
        assertThat(report.resolve("report.md")).content().contains("| chameleon | EC | 1 | 26.0 | -74.3 % |");
        assertThat(Files.readAllLines(report.resolve("results.csv"))).hasSize(3);
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(report.resolve("results.json").toFile())
                        .path("runs"))
                .hasSize(2);
        for (String picture : new String[] {
            "sigma-by-scheme",
            "erases-by-server-ycsb-zipf",
            "sigma-over-epochs-ycsb-zipf",
            "states-ycsb-zipf-chameleon-on-EC"
        }) {
            assertThat(report.resolve(picture + ".svg")).exists();
            assertThat(report.resolve(picture + ".png")).exists();
        }
    }

    @Test
    void ycsbProperties_areAWorkloadOfEachSeed() throws IOException {
        Path file = Files.writeString(
                directory.resolve("workloada.properties"), "recordcount=2000\noperationcount=2000\nreadproportion=0\n");
        JsonNode runs = json("--servers 8 --scheme none --epochs 2 --seeds 1,2 --trace " + file)
                .path("runs");
        assertThat(runs.findValuesAsText("workload")).containsExactly("workloada", "workloada");
        assertThat(runs.findValuesAsText("source")).doesNotHaveDuplicates();
        assertThat(runs.get(0).path("synthetic").asBoolean()).isTrue();
        assertThat(json("--servers 8 --scheme none --epochs 2 --trace-format ycsb --trace " + file)
                        .path("runs"))
                .hasSize(1);
    }

    @Test
    void recordingsOfOneName_areRefused() throws IOException {
        Path first = recording("a");
        Path second = recording("b");
        assertThat(mistake("--scheme none --trace " + first + "," + second))
                .contains("--trace: '" + second + "' given, expected one file for each name: a second t");
    }

    @Test
    void recordingThatChangesBeforeItIsRead_isAnError() throws IOException {
        Path file = recording("a");
        TraceSource source = TraceSource.of(file);
        Files.writeString(file, "1,W,65536,4096\n", StandardOpenOption.APPEND);
        assertThatThrownBy(source::load)
                .hasMessage("trace " + file + ": it has changed since the command began; run it again");
    }

    private Path recording(String folder) throws IOException {
        return Files.writeString(
                Files.createDirectory(directory.resolve(folder)).resolve("t.csv"), "0,W,0,4096\n");
    }

    private String mistake(String arguments) {
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(new EmulateCommand(engine))
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));
        assertThat(exitCode).isNotZero();
        assertThat(engine.runs()).isZero();
        return err.toString();
    }

    @Test
    void optionThatDoesNotGoWithALiveCluster_isNamedWithItsValue() {
        assertThat(mistake("--from-cluster --workload ycsb"))
                .contains("--workload: 'ycsb' given, expected no such option with --from-cluster");
        assertThat(mistake("--workload ycsb --sample 10"))
                .contains("--sample: '10' given, expected --from-cluster with it");
    }

    @Test
    void unequalDevices_areGivenInTurn() throws IOException {
        Engine looking = (spec, workload, replayed) -> {
            assertThat(spec.cluster().devices())
                    .extracting(device -> device.ratedErases())
                    .containsExactly(3_000, 1_500, 3_000, 1_500, 3_000, 1_500);
            assertThat(spec.cluster().devices())
                    .extracting(device -> device.relativeCapacity())
                    .containsExactly(1.0, 2.0, 4.0, 1.0, 2.0, 4.0);
            return engine.run(spec, workload, replayed);
        };
        int exitCode = new CommandLine(new EmulateCommand(looking))
                .setOut(new PrintWriter(new StringWriter()))
                .execute((TINY + "--scheme none --endurance 3000,1500 --capacity 1,2,4").split("\\s+"));
        assertThat(exitCode).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 48})
    void realCluster_wearsMoreEvenlyWhenBalanced(int pagesPerBlock) throws IOException {
        StringWriter out = new StringWriter();
        int exitCode = new CommandLine(new EmulateCommand(Engine.EMULATOR))
                .setOut(new PrintWriter(out))
                .execute(("--workload ycsb-zipf --scale 0.02 --servers 8 --scheme none,chameleon --epochs 20 -o json"
                                + " --pages-per-block " + pagesPerBlock)
                        .split(" "));
        assertThat(exitCode).isZero();
        JsonNode runs = JsonMapper.builder().build().readTree(out.toString()).path("runs");
        assertThat(runs.get(0).path("sigma").asDouble()).isPositive();
        assertThat(runs.get(1).path("sigma").asDouble())
                .isLessThan(runs.get(0).path("sigma").asDouble() / 2);
        assertThat(runs.get(1).path("moves").asLong()).isPositive();
        assertThat(runs.get(1).path("states_over_time")).hasSize(20);
    }
}
