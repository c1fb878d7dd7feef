package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.emulator.trace.BadLines;
import io.chameleon.lab.emulator.trace.TraceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadFilesTest {
    private static final String WORKLOAD_A = """
            # Yahoo! Cloud System Benchmark, workload A
            recordcount=1000
            operationcount=20000
            workload=site.ycsb.workloads.CoreWorkload
            readallfields=true
            readproportion=0.5
            updateproportion=0.5
            scanproportion=0
            insertproportion=0
            requestdistribution=zipfian
            """;

    @TempDir
    Path directory;

    @Test
    void ycsbProperties_areKnownByTheirFirstLineAndPackedOrNot() throws IOException {
        Path file = directory.resolve("workloada.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(WORKLOAD_A.getBytes(StandardCharsets.UTF_8));
        }
        Workload workload = read(file, null, 1);
        assertThat(workload.isSynthetic()).isTrue();
        assertThat(workload.objects()).isEqualTo(1000);
        assertThat(workload.objectBytes(0)).isEqualTo(1000);
        assertThat(workload.requests()).isEqualTo(20_000);
        assertThat(workload.spanMicros()).isEqualTo(199_990_000);
        assertThat(IntStream.range(0, 20_000).allMatch(workload::isWholeObject)).isTrue();
        assertThat((double) writes(workload) / 20_000).isBetween(0.48, 0.52);
    }

    @Test
    void ycsbSeed_decidesTheRequests() throws IOException {
        Path file = file(WORKLOAD_A);
        assertThat(hits(read(file, "ycsb", 5))).isEqualTo(hits(read(file, null, 5)));
        assertThat(hits(read(file, null, 5))).isNotEqualTo(hits(read(file, null, 6)));
    }

    /**
     * The share of requests for the most popular tenth of the records, 20 requests a record. Uniform: 0.14, since
     * counts scatter. Zipfian: a fifth goes to the first hundred ranks of 10^10, the others are scattered by the hash.
     * Latest: zeta(100) / zeta(1000). Hotspot: half of the hot fifth, which gets 0.8.
     */
    @ParameterizedTest
    @CsvSource({"uniform, 0.13, 0.15", "zipfian, 0.26, 0.33", "latest, 0.64, 0.74", "hotspot, 0.4, 0.5"})
    void ycsbDistribution_concentratesRequestsAsItSays(String distribution, double least, double most)
            throws IOException {
        Path file = file(WORKLOAD_A.replace("=zipfian", "=" + distribution));
        int[] sorted = hits(read(file, null, 3));
        Arrays.sort(sorted);
        assertThat(Arrays.stream(sorted).skip(900).sum() / 20_000.0).isBetween(least, most);
    }

    @Test
    void ycsbInserts_addObjectsAndReadModifyWritesCountTwice() throws IOException {
        Path file = file(WORKLOAD_A
                .replace("readproportion=0.5", "readproportion=0")
                .replace("updateproportion=0.5", "updateproportion=0\nreadmodifywriteproportion=0.75")
                .replace("insertproportion=0", "insertproportion=0.25"));
        Workload workload = read(file, null, 3);
        int inserts = workload.objects() - 1000;
        assertThat(inserts).isBetween(4500, 5500);
        assertThat(workload.requests()).isEqualTo(inserts + 2 * (20_000 - inserts));
        assertThat(writes(workload)).isEqualTo(20_000);
        assertThat(IntStream.range(0, workload.objects()).filter(workload::isThereAtStart))
                .as("an insert creates its record")
                .hasSize(1000);
        assertThat(workload.most(object -> 1)).isEqualTo(workload.objects());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "recordcount=1000 | recordcount=none     | recordcount: 'none' given, expected a number from 1 to 100000000",
                "recordcount=1000 | recordcount=1.5      | recordcount: '1.5' given, expected a whole number",
                "recordcount=1000 | x=1                  | recordcount: 'nothing' given, expected a number from 1",
                "=zipfian         | =exponential         | requestdistribution: 'exponential' given, expected uniform, zipfian",
                "scanproportion=0 | scanproportion=0.9   | scanproportion: '0.9' given, expected 0",
                "readproportion=0.5 | readproportion=5   | readproportion: '5' given, expected a number from 0 to 1",
                "workload=        | fieldlength=99999999\\nw= | fieldlength: '99999999' given",
            })
    void badYcsbValue_isNamedWithItsKey(String from, String to, String message) throws IOException {
        Path file = file(WORKLOAD_A.replace(from, to.replace("\\n", "\n")));
        assertThatThrownBy(() -> read(file, null, 1))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("trace " + file + ": " + message);
    }

    @Test
    void trace_isReadAsOne() throws IOException {
        Path file = file("0,W,0,512\n");
        assertThat(read(file, null, 1).isSynthetic()).isFalse();
        assertThat(read(file, "CSV", 1).requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yaml"})
    void unknownFormat_isRefused(String format) throws IOException {
        Path file = file("0,W,0,512\n");
        assertThatThrownBy(() -> read(file, format, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + format + "' given, expected csv, msr, spc, blkparse, fiu, nfs");
    }

    @Test
    void directory_isNoWorkload() {
        assertThatThrownBy(() -> read(directory, null, 1))
                .hasMessage("trace " + directory + ": a directory given, expected a file");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("w"), text);
    }

    private static Workload read(Path file, @Nullable String format, long seed) {
        return WorkloadFiles.of(file, format, TraceWorkloads.DEFAULT_EXTENT_BYTES, BadLines.strict(), seed);
    }

    private static long writes(Workload workload) {
        return IntStream.range(0, workload.requests()).filter(workload::isWrite).count();
    }

    private static int[] hits(Workload workload) {
        int[] hits = new int[workload.objects()];
        for (int i = 0; i < workload.requests(); i++) {
            hits[workload.object(i)]++;
        }
        return hits;
    }
}
