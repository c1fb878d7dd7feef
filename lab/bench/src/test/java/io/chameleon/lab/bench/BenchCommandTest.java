package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.process.RoleProcess;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.server.ServerConfig.Medium;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code chameleon bench} on a running cluster. */
class BenchCommandTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int SIGTERM = 128 + 15;

    @TempDir
    static Path directory;

    private static DevCluster cluster;

    @TempDir
    Path files;

    @BeforeAll
    static void start() {
        cluster = DevCluster.start(DevClusterConfig.in(directory)
                .servers(6)
                .serverBytes(64 << 20)
                .medium(Medium.MEMORY)
                .build());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static CommandLineRun succeeding(String... args) {
        String[] all = Stream.concat(Stream.of(args), Stream.of("--data-dir", directory.toString()))
                .toArray(String[]::new);
        CommandLineRun run = CommandLineRun.of(Map.of(), new byte[0], all);
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        return run;
    }

    /** On a machine that stalls, the time of a run may be over before its first read: then it runs again. */
    private static CommandLineRun reading(String... args) {
        return await().atMost(LIMIT).until(() -> succeeding(args), BenchCommandTest::hasReads);
    }

    private static boolean hasReads(CommandLineRun run) {
        return run.json().path("by_operation").path("read").path("p99_ms").asDouble() > 0;
    }

    @Test
    void bench_openLoop_measuresAndCleansUp() throws IOException {
        Path report = files.resolve("report");
        String self = Long.toString(ProcessHandle.current().pid());
        JsonNode result = reading(
                        "bench",
                        "--mix",
                        "read=40,update=20,insert=20,read-modify-write=10,head=5,scan=5",
                        "--objects",
                        "20",
                        "--sizes",
                        "1KiB-9KiB",
                        "--rate",
                        "200",
                        "--warm-up",
                        "0s",
                        "--duration",
                        "1s",
                        "--clients",
                        "4",
                        "--bucket",
                        "bench-open",
                        "--server-pid",
                        self,
                        "--report",
                        report.toString(),
                        "-o",
                        "json")
                .json();
        assertThat(result.path("errors").asLong()).as(result.toString()).isZero();
        assertThat(result.path("operations").asLong()
                        + result.path("never_begun").asLong())
                .isEqualTo(200);
        assertThat(result.path("by_operation").path("read").path("p99_ms").asDouble())
                .isPositive();
        assertThat(result.path("usage")
                        .path("client_allocated_bytes_per_operation")
                        .asDouble())
                .isPositive();
        assertThat(result.path("usage").path("server_cpu_micros_per_operation").asDouble())
                .isPositive();
        assertThat(report.resolve("report.html"))
                .content()
                .contains("latency-by-percentile.svg", "chameleon bench --mix");
        assertThat(report).isDirectoryContaining("glob:**latency-by-percentile.svg");
        assertThat(succeeding("ls", "bench-open").lines()).noneMatch(line -> line.contains("object-"));
    }

    @ParameterizedTest
    @CsvSource({"1000000, 10", "20, 20"})
    void bench_interrupted_whileItWritesOrMeasures_deletesItsObjects(int objects, int some) throws Exception {
        String bucket = "bench-interrupted-" + objects;
        try (RoleProcess bench = new RoleProcess(
                files,
                Map.of(),
                "bench",
                "--objects",
                Integer.toString(objects),
                "--duration",
                "1h",
                "--bucket",
                bucket,
                "--data-dir",
                directory.toString())) {
            await().atMost(LIMIT).until(() -> objects(bucket) >= some);
            assertThat(bench.terminate()).as(bench.log()).isEqualTo(SIGTERM);
            assertThat(bench.log()).isEmpty();
            assertThat(bench.out()).isEmpty();
        }
        assertThat(objects(bucket)).isZero();
    }

    private static long objects(String bucket) {
        CommandLineRun listing =
                CommandLineRun.of(Map.of(), new byte[0], "ls", bucket, "-r", "--data-dir", directory.toString());
        return listing.lines().stream().filter(line -> line.contains("object-")).count();
    }

    /** Objects of more than 16 MiB are no array. Ten reads tell as much as all that fit into a second. */
    @ParameterizedTest
    @CsvSource({"9, lent", "9, array", "17, array"})
    void bench_readsEveryByte(int mebibytes, String as) {
        JsonNode result = reading(
                        "bench",
                        "--mix",
                        "get",
                        "--sizes",
                        mebibytes + "MiB",
                        "--objects",
                        "2",
                        "--read-as",
                        as,
                        "--rate",
                        "10",
                        "--warm-up",
                        "0s",
                        "--duration",
                        "1s",
                        "--bucket",
                        "bench-read",
                        "-o",
                        "json")
                .json();
        assertThat(result.path("errors").asLong()).as(result.toString()).isZero();
        assertThat(result.path("operations").asLong()).isPositive();
        assertThat(result.path("read_bytes").asLong())
                .isEqualTo(result.path("operations").asLong() * ((long) mebibytes << 20));
    }

    @Test
    void bench_kept_canBeReadAgainWithoutLoading() {
        String[] common = {"bench", "--objects", "5", "--warm-up", "0s", "--duration", "100ms", "--bucket", "bench-kept"
        };
        succeeding(Stream.concat(Stream.of(common), Stream.of("--mix", "put", "--keep"))
                .toArray(String[]::new));
        CommandLineRun read = succeeding(Stream.concat(Stream.of(common), Stream.of("--mix", "get", "--no-load"))
                .toArray(String[]::new));
        assertThat(read.out())
                .contains("closed loop", "read ", "allocated per operation")
                .doesNotContain("failed");
    }
}
