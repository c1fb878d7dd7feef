package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartsTest {
    @TempDir
    Path directory;

    private static PassResult pass(String policy) {
        WearReport wear = Wears.wear("s1", 5, 200, 400);
        List<PassResult.Epoch> epochs =
                List.of(new PassResult.Epoch(1, Map.of(RedundancyState.EC, 7L)), new PassResult.Epoch(2, Map.of()));
        return new PassResult(policy, List.of(wear), epochs, 10, 0, 0, 1.5);
    }

    private static Report report() {
        return new Report(pass("none"), List.of(pass("chameleon"), pass("cmt")));
    }

    /** Without balancing no object changes its state, so there is nothing to draw. */
    @Test
    void states_areDrawnForEachPolicyButNone() throws IOException {
        Path charts = directory.resolve("a/b");
        assertThat(Charts.write(report(), charts))
                .containsExactly(
                        charts.resolve("wear-per-server.png"),
                        charts.resolve("sigma-over-epochs.png"),
                        charts.resolve("states-over-epochs-chameleon.png"),
                        charts.resolve("states-over-epochs-cmt.png"))
                .allSatisfy(chart -> assertThat(chart).isNotEmptyFile());
        assertThat(charts.resolve("wear-per-server.svg")).isNotEmptyFile();
    }

    @Test
    void directoryThatCannotBe_isNamedByItsOption() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> Charts.write(report(), file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("--report: cannot write to " + file);
    }
}
