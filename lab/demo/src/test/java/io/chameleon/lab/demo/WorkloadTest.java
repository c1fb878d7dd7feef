package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.emulator.trace.Extents;
import io.chameleon.lab.emulator.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the demo stores, and devices that it fits on. */
class WorkloadTest {
    private static final long KIB = 1 << 10;
    private static final long BLOCK = 64 * 4 * KIB;

    @TempDir
    Path input;

    private DemoConfig config(long limit) {
        return new DemoConfig(
                input, null, 6, limit, 1, 1, 0.5, RedundancyPolicy.EC, List.of("chameleon"), 1, Path.of("report"));
    }

    private Workload read(long limit, String... requests) {
        String trace = "time_us,op,offset,size\n" + String.join("\n", requests) + "\n";
        return Workload.read(
                config(limit),
                TraceReader.of(
                        Path.of("trace.csv"), new ByteArrayInputStream(trace.getBytes(StandardCharsets.US_ASCII))));
    }

    private void file(String name, int bytes) throws IOException {
        Path file = input.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[bytes]);
    }

    @Test
    void filesOfTheTree_areTakenInOrder_withoutVersionControlAndBuilds() throws IOException {
        file("b.txt", 1);
        file("a/target.txt", 1);
        file("a/.git/HEAD", 1);
        file("a/b/target/classes/A.class", 1);
        file("node_modules/left-pad/index.js", 1);
        file("demo-report/report.md", 1);
        assertThat(read(0).files()).containsExactly(Path.of("a/target.txt"), Path.of("b.txt"));
    }

    @Test
    void inputThatIsAFile_isRefusedInOneLine() throws IOException {
        file("one.txt", 1);
        input = input.resolve("one.txt");
        assertThatThrownBy(() -> read(0))
                .hasMessageMatching("--input: '.*one\\.txt' given, expected a directory")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writesOfTheTrace_areOneForEachExtentTheyTouch_andReadsOnlyCount() {
        Workload workload = read(0, "0,W,65535,2", "1,R,0,4096", "2,W,655360,65536", "3,W,0,1", "4,W,5,0");
        assertThat(workload.extents()).containsExactly(0, 1, 10);
        assertThat(workload.writes()).containsExactly(0, 1, 2, 0);
        assertThat(workload.requests()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"0, 3, 3", "2, 2, 1", "7, 3, 3"})
    void limit_countsRequests_readsIncluded(long limit, long requests, int writes) {
        Workload workload = read(limit, "0,R,0,4096", "1,W,0,4096", "2,W,65536,131072");
        assertThat(workload.requests()).isEqualTo(requests);
        assertThat(workload.writes()).hasSize(writes);
    }

    @Test
    void traceWithoutWrites_touchesNothing() {
        assertThat(read(0, "0,R,0,4096").extents()).isEmpty();
    }

    @Test
    void devices_holdTheDataAtTheUtilisationAskedFor() throws IOException {
        file("empty", 0);
        file("large", 64 << 20);
        Workload workload = read(0, "0,W,0,4096");
        long flash = (64L << 20) * 3 / 2 + Extents.BYTES * 3 / 2;
        long bytes = DeviceSizing.bytesPerServer(workload, RedundancyScheme.EC_4_2, config(0));
        assertThat(bytes % BLOCK).isZero();
        assertThat(bytes * 6 / 2).isBetween(flash, flash + 6 * BLOCK);
    }

    /** Of a small file one shard and two parities are stored; three shards hold only padding and are not. */
    @Test
    void devices_needNoRoomForPadding() throws IOException {
        for (int i = 0; i < 4_000; i++) {
            file("small/" + i, 1);
        }
        long flash = 4_000L * 3 * 4 * KIB;
        long bytes = DeviceSizing.bytesPerServer(read(0), RedundancyScheme.EC_4_2, config(0));
        assertThat(bytes * 6 / 2).isBetween(flash, flash + 6 * BLOCK);
    }

    @Test
    void devicesForHardlyAnyData_haveBlocksToChooseFrom() {
        assertThat(DeviceSizing.bytesPerServer(read(0), RedundancyScheme.EC_4_2, config(0)))
                .isEqualTo(64 * BLOCK);
    }
}
