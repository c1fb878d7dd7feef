package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The three forms of a result: JSON, a table, and a page with plots. They must tell the same. */
class ReportsTest {
    private static final Usage ALONE = new Usage(3_000_000, 6_144, List.of());
    private static final Result.Second SECOND = new Result.Second(1, 1_000, 0.5, 2.5);

    @TempDir
    private Path directory;

    private static Plan plan(PutOptions options, Reading reading) {
        return new Plan(
                Mix.parse("b"),
                KeyDistribution.UNIFORM,
                ObjectSizes.parse("4KiB:70,1MiB:30"),
                100,
                2,
                250,
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                options,
                reading,
                "bench",
                true,
                false,
                77);
    }

    private static final Plan PLAN = plan(PutOptions.DEFAULT, new Reading(ReadMode.LINEARIZABLE, Reading.As.ARRAY));

    /** Of so many microseconds. */
    private static Histogram times(int... micros) {
        Histogram times = new Histogram(3);
        IntStream.of(micros).forEach(times::recordValue);
        return times;
    }

    private static Result result(Map<Operation, Histogram> times, List<Result.Second> course, Usage usage) {
        return new Result(PLAN, 2, times, course, 0, Map.of(), 0, 8_192, 4_096, usage);
    }

    private static Result failed(String message) {
        return new Result(PLAN, 2, Map.of(), List.of(), 9, Map.of("UNAVAILABLE", message), 0, 0, 0, ALONE);
    }

    private static JsonNode json(Result result) {
        return JsonMapper.builder().build().valueToTree(ResultJson.of(result));
    }

    /** From 1 to 10,000 µs, once each. */
    private static Result evenly() {
        return result(
                Map.of(Operation.READ, times(IntStream.rangeClosed(1, 10_000).toArray())), List.of(SECOND), ALONE);
    }

    @Test
    void json_saysWhatWasAskedFor() {
        assertThat(json(evenly()).path("plan"))
                .hasToString("{\"mix\":\"b\",\"keys\":\"uniform\",\"sizes\":\"4KiB:70,1MiB:30\",\"objects\":100,"
                        + "\"clients\":2,\"rate\":250.0,\"policy\":\"bucket\",\"read_mode\":\"linearizable\","
                        + "\"read_as\":\"array\",\"warm_up_seconds\":0.5,\"duration_seconds\":2.0,\"seed\":77}");
    }

    @ParameterizedTest
    @CsvSource({"REP, CACHED, LENT, cached, lent", "EC, LINEARIZABLE, ARRAY, linearizable, array"})
    void json_saysTheRedundancyAndTheWayOfReading(
            RedundancyPolicy policy, ReadMode mode, Reading.As as, String modeSaid, String asSaid) {
        Plan plan = plan(PutOptions.DEFAULT.policy(policy), new Reading(mode, as));
        JsonNode said = json(new Result(plan, 2, Map.of(), List.of(), 0, Map.of(), 0, 0, 0, ALONE))
                .path("plan");
        assertThat(said.path("policy").textValue()).isEqualTo(policy.name());
        assertThat(said.path("read_mode").textValue()).isEqualTo(modeSaid);
        assertThat(said.path("read_as").textValue()).isEqualTo(asSaid);
    }

    @ParameterizedTest
    @CsvSource({
        "count,      10000",
        "per_second, 5000",
        "mean_ms,    5.0005",
        "p50_ms,     5",
        "p90_ms,     9",
        "p99_ms,     9.9",
        "p99_9_ms,   9.99",
        "p99_99_ms,  9.999",
        "max_ms,     10",
    })
    void json_hasMillisecondsByPercentile(String name, double value) {
        JsonNode all = json(evenly()).path("all");
        assertThat(all.path(name).doubleValue()).isCloseTo(value, within(value / 500));
        assertThat(json(evenly()).path("by_operation").path("read")).isEqualTo(all);
    }

    @Test
    void json_hasTheCourse_andTheBytes() {
        JsonNode json = json(evenly());
        assertThat(json.path("course"))
                .hasToString("[{\"at_seconds\":1.0,\"per_second\":1000.0,\"p50_ms\":0.5,\"p99_ms\":2.5}]");
        assertThat(json.path("read_bytes").longValue()).isEqualTo(8_192);
        assertThat(json.path("written_bytes").longValue()).isEqualTo(4_096);
        assertThat(json.path("seconds").doubleValue()).isEqualTo(2);
    }

    @Test
    void costs_areByOperation() {
        Usage usage = new Usage(
                3_000_000,
                6_144,
                List.of(
                        new Usage.Server(11, "java", 9_000_000, 3_072, 1 << 20),
                        new Usage.Server(12, "postgres", 3_000_000, -1, -1)));
        JsonNode said = json(result(Map.of(Operation.READ, times(1, 2, 3)), List.of(), usage))
                .path("usage");
        assertThat(said.path("client_cpu_micros_per_operation").doubleValue()).isEqualTo(1_000);
        assertThat(said.path("client_allocated_bytes_per_operation").doubleValue())
                .isEqualTo(2_048);
        assertThat(said.path("server_cpu_micros_per_operation").doubleValue()).isEqualTo(4_000);
        assertThat(said.path("server_allocated_bytes_per_operation").doubleValue())
                .isEqualTo(1_024);
        assertThat(said.path("server_resident_bytes").longValue()).isEqualTo(1 << 20);
        assertThat(said.path("servers").get(0))
                .hasToString("{\"pid\":11,\"program\":\"java\",\"cpu_micros_per_operation\":3000.0,"
                        + "\"allocated_bytes_per_operation\":1024.0,\"resident_bytes\":1048576}");
        assertThat(said.path("servers").get(1))
                .as("what it does not report is not there")
                .hasToString("{\"pid\":12,\"program\":\"postgres\",\"cpu_micros_per_operation\":1000.0}");
    }

    @Test
    void withoutServers_nothingIsSaidOfThem() {
        JsonNode usage = json(evenly()).path("usage");
        assertThat(usage.has("server_cpu_micros_per_operation")).isFalse();
        assertThat(usage.path("servers")).isEmpty();
        assertThat(ResultText.notes(evenly())).noneMatch(note -> note.startsWith("servers"));
    }

    /** Nothing is divided by nothing. */
    @Test
    void runOfFailuresAlone_hasZeros_andNoNaN() throws IOException {
        Result result = failed("no metadata process answers");
        JsonNode json = json(result);
        assertThat(json.toString()).doesNotContain("NaN").doesNotContain("Infinity");
        assertThat(json.path("operations").longValue()).isZero();
        assertThat(json.path("all").path("mean_ms").doubleValue()).isZero();
        assertThat(json.path("error_examples").path("UNAVAILABLE").textValue())
                .isEqualTo("no metadata process answers");
        assertThat(ResultText.rows(result)).containsExactly(List.of("all", "0", "0", "0", "0", "0", "0", "0"));
        assertThat(ResultText.of(result)).doesNotContain("NaN");
        new HtmlReport(result, directory).write("chameleon bench");
        assertThat(directory.resolve("report.html"))
                .content()
                .doesNotContain("<img")
                .contains("9 operations failed");
    }

    @Test
    void singleKindOfOperation_needsNoLineForAll() {
        assertThat(ResultText.rows(evenly()))
                .containsExactly(List.of("read", "10000", "5000", "5", "5", "9.9", "9.99", "10"));
        assertThat(ResultText.HEADER).hasSize(8);
    }

    @Test
    void allOperations_areTheirKindsTogether() {
        Result both = result(
                Map.of(Operation.READ, times(1_000, 1_000, 1_000), Operation.UPDATE, times(9_000)), List.of(), ALONE);
        assertThat(both.operations()).isEqualTo(4);
        assertThat(both.perSecond()).isEqualTo(2);
        assertThat(both.all().getTotalCount()).isEqualTo(4);
        assertThat(json(both).path("all").path("mean_ms").doubleValue()).isCloseTo(3, within(0.01));
    }

    @Test
    void page_hasTheCommand_theTable_theNotesAndThePlots() throws IOException {
        new HtmlReport(evenly(), directory).write("chameleon bench --mix b --sizes '4KiB'");
        assertThat(directory.resolve("report.html"))
                .content()
                .contains("<code>chameleon bench --mix b --sizes '4KiB'</code>", "<p>mix b (read 95.0 %, update 5.0 %)")
                .contains("<th>p99.9</th>", "<td>read</td><td>10000</td><td>5000</td>")
                .contains("<p>read 4.0 KiB/s, written 2.0 KiB/s</p>")
                .contains("<img src=\"throughput.svg\" alt=\"Throughput\">", "<img src=\"latency-over-time.svg\"")
                .contains("<img src=\"latency-by-percentile.svg\"");
        for (String plot : List.of("throughput", "latency-over-time", "latency-by-percentile")) {
            assertThat(directory.resolve(plot + ".svg")).content().contains("<svg");
            assertThat(directory.resolve(plot + ".png")).isNotEmptyFile();
        }
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(directory.resolve("result.json").toFile()))
                .hasToString(json(evenly()).toString());
    }

    /** A cluster that answered nothing for seconds is a plot at zero, and no failure of the report. */
    @Test
    void stalledRun_isPlottedAtZero() throws IOException {
        List<Result.Second> course = List.of(new Result.Second(1, 0, 0, 0), new Result.Second(2, 0, 0, 0));
        new HtmlReport(result(Map.of(), course, ALONE), directory).write("chameleon bench");
        assertThat(directory.resolve("throughput.svg")).isNotEmptyFile();
        assertThat(directory.resolve("report.html")).content().doesNotContain("latency-by-percentile");
    }

    /** A message of a server may hold anything. */
    @Test
    void errorMessage_isTextOnThePage() throws IOException {
        new HtmlReport(failed("<script>alert(\"&\")</script>"), directory).write("chameleon bench");
        assertThat(directory.resolve("report.html"))
                .content()
                .contains("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;")
                .doesNotContain("<script>");
    }

    @Test
    void directoryThatCannotBeWritten_isAFailureInOneLine() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> new HtmlReport(evenly(), file).write("chameleon bench"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("--report: cannot write to " + file + ": ");
    }
}
