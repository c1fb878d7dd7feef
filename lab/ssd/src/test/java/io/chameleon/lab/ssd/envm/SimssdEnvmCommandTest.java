package io.chameleon.lab.ssd.envm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimssdEnvmCommandTest {
    @TempDir
    Path directory;

    private Path trace() throws IOException {
        StringBuilder lines = new StringBuilder("time_us,op,offset,size\n");
        for (int i = 0; i < 600; i++) {
            lines.append(i * 10_000L).append(i % 3 == 0 ? ",R," : ",W,").append(i * 7 % 200 * 4_096L);
            lines.append(i % 10 == 0 ? ",65536\n" : ",4096\n");
        }
        Path file = directory.resolve("small.csv");
        Files.writeString(file, lines);
        return file;
    }

    @Test
    void trace_givesEveryPolicyAndTheFigures() throws IOException {
        Path figures = directory.resolve("figures");
        CommandLineRun run = CommandLineRun.of(
                "simssd",
                "envm",
                "--trace",
                trace().toString(),
                "--quick",
                "--figures",
                figures.toString(),
                "--output",
                "json");
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exitCode()).isZero();
        JsonNode json = run.json();
        assertThat(json.path("workload").asText()).isEqualTo("trace small.csv");
        assertThat(json.path("synthetic").asBoolean()).isFalse();
        assertThat(json.path("requests").asInt()).isEqualTo(600);
        for (String policy : new String[] {"base", "oc", "nlcwoip", "nlcwip"}) {
            JsonNode busy = json.path("policies").path(policy).path("busy");
            assertThat(busy.path("read_micros").asDouble()).as(policy).isPositive();
            assertThat(busy.path("write_micros").asDouble()).as(policy).isPositive();
        }
        assertThat(json.path("policies")
                        .path("nlcwip")
                        .path("busy")
                        .path("bytes_at_risk")
                        .asDouble())
                .isZero();
        assertThat(figures.resolve("fig07-read-latency.png")).exists();
        assertThat(figures.resolve("fig09-read-tail.svg")).exists();
    }

    @Test
    void withoutATrace_theAnswerSaysThatItIsAStandIn() {
        Path figures = directory.resolve("figures");
        CommandLineRun run = CommandLineRun.of(
                "simssd", "envm", "--days", "3", "--requests", "600", "--seed", "4", "--figures", figures.toString());
        assertThat(run.stderr()).isEmpty();
        assertThat(run.out())
                .contains("synthetic virtual desktops (a stand-in for Systor '17 LUN0 at 1:256), seed 4")
                .contains("Figures 6, 7, 8, 10, 11, 12")
                .contains("Figure 13c")
                .contains("Figures 14a, 14b, 14c")
                .contains("PLC");
        assertThat(figures.resolve("fig13-critical.png")).exists();
        assertThat(figures.resolve("fig14a.png")).exists();
        assertThat(figures.resolve("fig14c.svg")).exists();
    }

    @Test
    void badInput_getsOneLine() throws IOException {
        assertThat(CommandLineRun.of(
                                "simssd",
                                "envm",
                                "--trace",
                                directory.resolve("none").toString())
                        .stderr())
                .isEqualToIgnoringNewLines(
                        "chameleon simssd envm: trace " + directory.resolve("none") + ": no such file");
        CommandLineRun share = CommandLineRun.of("simssd", "envm", "--envm-share", "3");
        assertThat(share.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(share.stderr())
                .isEqualToIgnoringNewLines(
                        "chameleon simssd envm: --envm-share: '3.0' given, expected a share of the flash capacity, 0 to 1");
        Path empty = directory.resolve("empty.csv");
        Files.writeString(empty, "time_us,op,offset,size\n");
        assertThat(CommandLineRun.of("simssd", "envm", "--trace", empty.toString())
                        .stderr())
                .contains("no requests in it");
    }

    @Test
    void help_hasAnExample() {
        assertThat(CommandLineRun.of("simssd", "envm", "--help").out())
                .contains("Usage: chameleon simssd envm")
                .contains("Example:");
    }
}
