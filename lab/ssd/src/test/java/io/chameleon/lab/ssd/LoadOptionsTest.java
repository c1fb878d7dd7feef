package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.common.Mode;
import io.chameleon.lab.ssd.workload.WarmUp;
import io.chameleon.lab.ssd.workload.Workload;
import io.chameleon.simssd.HeatSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LoadOptionsTest {
    @TempDir
    Path directory;

    private static LoadOptions options(String... args) {
        return CommandLine.populateCommand(new LoadOptions(), args);
    }

    /** 130 pages that lie far apart, each written once. */
    private String trace() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 130; i++) {
            lines.append(i).append(",W,").append(i * 1_048_576L).append(",4096\n");
        }
        return Files.writeString(directory.resolve("trace.csv"), lines).toString();
    }

    private static Map<String, Object> described(LoadOptions options, Mode mode) {
        Map<String, Object> json = new LinkedHashMap<>();
        options.describe(mode, json);
        return json;
    }

    @ParameterizedTest
    @CsvSource({
        "SWF, UNIFORM",
        "DWF, UNIFORM",
        "COLD, UNIFORM",
        "HOT_COLD_COPIES, ROSENBLUM",
        "HCWF, ROSENBLUM",
        "HCWF_SWAP, ROSENBLUM"
    })
    void workload_thatIsNotNamed_hasHotPagesIfTheModeTellsThemApart(Mode mode, LoadOptions.Kind expected) {
        assertThat(options().kind(mode)).isEqualTo(expected);
        assertThat(options("--workload", "zipf").kind(mode)).isEqualTo(LoadOptions.Kind.ZIPF);
    }

    @ParameterizedTest
    @CsvSource({"--hot-probability, 0.7", "--hot-fraction, 0.2"})
    void hotPages_thatAreGiven_makeTheWorkloadHotAndCold(String option, String value) {
        assertThat(options(option, value).kind(Mode.SWF)).isEqualTo(LoadOptions.Kind.ROSENBLUM);
    }

    @Test
    void trace_thatIsGiven_isTheWorkload_unlessAnotherIsNamed() throws IOException {
        String trace = trace();
        assertThat(options("--trace", trace).kind(Mode.HCWF)).isEqualTo(LoadOptions.Kind.TRACE);
        assertThat(options("--trace", trace, "--workload", "uniform").kind(Mode.HCWF))
                .isEqualTo(LoadOptions.Kind.UNIFORM);
    }

    @Test
    void workload_takesItsNumbersFromTheOptions() throws IOException {
        assertThat(options().workload(Mode.SWF)).isEqualTo(new Workload.Uniform());
        assertThat(options().workload(Mode.HCWF)).isEqualTo(new Workload.Rosenblum(0.9, 0.1));
        assertThat(options("--hot-probability", "0.8", "--hot-fraction", "0.07").workload(Mode.SWF))
                .isEqualTo(new Workload.Rosenblum(0.8, 0.07));
        assertThat(options("--workload", "zipf").workload(Mode.SWF)).isEqualTo(new Workload.Zipf(0.99));
        assertThat(options("--workload", "zipf", "--zipf-exponent", "1.2").workload(Mode.SWF))
                .isEqualTo(new Workload.Zipf(1.2));
        assertThat(options("--trace", trace()).workload(Mode.SWF)).isInstanceOf(Workload.Replay.class);
    }

    /** 130 pages take three blocks of 64, the last of which is not full. */
    @Test
    void device_ofATrace_isAsLargeAsWhatItWrites_unlessAnotherSizeIsGiven() throws IOException {
        String trace = trace();
        assertThat(options("--trace", trace).logicalBlocks(Mode.SWF, 64)).isEqualTo(3);
        assertThat(options("--trace", trace).logicalBlocks(Mode.SWF, 65)).isEqualTo(2);
        assertThat(options("--trace", trace, "--logical-blocks", "77").logicalBlocks(Mode.SWF, 64))
                .isEqualTo(77);
        assertThat(options().logicalBlocks(Mode.SWF, 64)).isEqualTo(10_000);
    }

    /** Nobody knows in advance which pages of a recording are hot. */
    @Test
    void heat_isLearnedFromTraces_andKnownOtherwise() throws IOException {
        String trace = trace();
        HeatSource learned = new HeatSource.Learned(1, 2);
        assertThat(options("--trace", trace).heat(Mode.HCWF)).isEqualTo(learned);
        assertThat(options("--trace", trace, "--heat", "oracle").heat(Mode.HCWF))
                .isEqualTo(new HeatSource.Oracle(0.1));
        assertThat(options("--hot-fraction", "0.3").heat(Mode.HCWF)).isEqualTo(new HeatSource.Oracle(0.3));
        assertThat(options("--heat", "learned").heat(Mode.HCWF)).isEqualTo(learned);
    }

    /** Cold pages of a skewed workload are written seldom, so it takes longer (GC reading 10). */
    @Test
    void warmUp_waitsUntilColdPagesHaveBeenOverwrittenFiveTimes() {
        assertThat(options().warmUp(Mode.SWF, 0.001)).isEqualTo(new WarmUp(10, 2_000, 0.001));
        assertThat(options().warmUp(Mode.HCWF, 0.001)).isEqualTo(new WarmUp(45, 2_000, 0.001));
        assertThat(options("--hot-probability", "0.999", "--hot-fraction", "0.001")
                        .warmUp(Mode.HCWF, 0.001))
                .isEqualTo(new WarmUp(4_995, 4_995, 0.001));
    }

    /** Cold pages that are never written cannot be waited for. */
    @Test
    void warmUp_ofHotWritesAlone_endsAllTheSame() {
        assertThat(options("--hot-probability", "1").warmUp(Mode.HCWF, 0.001)).isEqualTo(new WarmUp(10, 2_000, 0.001));
    }

    @Test
    void answer_namesOnlyTheNumbersThatCount() throws IOException {
        assertThat(described(options(), Mode.SWF)).containsOnlyKeys("workload");
        assertThat(described(options(), Mode.HCWF))
                .containsEntry("workload", "rosenblum")
                .containsEntry("hot_probability", 0.9)
                .containsEntry("hot_fraction", 0.1)
                .hasSize(3);
        assertThat(described(options("--workload", "zipf"), Mode.HCWF))
                .containsEntry("zipf_exponent", 0.99)
                .hasSize(2);
        assertThat(described(options("--trace", trace()), Mode.HCWF))
                .containsEntry("workload", "trace")
                .containsEntry("trace_requests", 130L)
                .containsEntry("trace_pages", 130);
    }

    @Test
    void traceWorkload_withoutAFile_isRefused() {
        assertThatThrownBy(() -> options("--workload", "trace").workload(Mode.SWF))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--trace: nothing given, expected a file with --workload trace");
    }
}
