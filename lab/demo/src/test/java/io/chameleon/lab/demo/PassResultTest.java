package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of a pass, by hand. */
class PassResultTest {
    private static WearReport wear(long erases, long host, long nand, WearReport.LatencySummary latency) {
        return new WearReport(
                new ServerId("s" + erases), erases, host, nand, 0.5, 1_000, 800, 4096, 64, 20, 3_000, 0, latency);
    }

    private static PassResult pass(WearReport... wear) {
        return new PassResult("chameleon", List.of(wear), List.of(), 1, 0, 0, 1);
    }

    private static final WearReport.LatencySummary QUICK = new WearReport.LatencySummary(3, 200, 400);
    private static final WearReport.LatencySummary SLOW = new WearReport.LatencySummary(1, 1_000, 5_000);

    @Test
    void spread_isThatOfAllServers_notOfASample() {
        PassResult pass = pass(wear(2, 0, 0, QUICK), wear(4, 0, 0, QUICK), wear(6, 0, 0, QUICK), wear(8, 0, 0, QUICK));
        assertThat(pass.erases()).isEqualTo(20);
        assertThat(pass.sigma()).isEqualTo(Math.sqrt(5), within(1e-12));
        assertThat(pass.cv()).isEqualTo(Math.sqrt(5) / 5, within(1e-12));
    }

    @Test
    void amplificationAndLatency_areWeighedByWhatEachServerDid() {
        PassResult pass = pass(wear(1, 100, 150, QUICK), wear(1, 300, 850, SLOW));
        assertThat(pass.writeAmplification()).isEqualTo(2.5);
        assertThat(pass.meanLatencyMicros()).isEqualTo(400);
        assertThat(pass.p99LatencyMicros()).isEqualTo(5_000);
    }

    @Test
    void passInWhichNothingWasWritten_hasFigures() {
        PassResult pass = pass(wear(0, 0, 0, new WearReport.LatencySummary(0, 0, 0)));
        assertThat(List.of(pass.cv(), pass.sigma(), pass.meanLatencyMicros())).containsOnly(0.0);
        assertThat(pass.writeAmplification()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "10, 10", "19, 11", "20, 11", "100, 11"})
    void epochsShown_areAboutTen_theFirstAndTheLastAmongThem(int epochs, int most) {
        List<PassResult.Epoch> all = IntStream.rangeClosed(1, epochs)
                .mapToObj(epoch -> new PassResult.Epoch(epoch, Map.of()))
                .toList();
        PassResult pass = new PassResult("chameleon", List.of(wear(1, 1, 1, QUICK)), all, 1, 0, 0, 1);
        List<String> shown = new Report(pass(wear(1, 1, 1, QUICK)), List.of(pass))
                .text()
                .lines()
                .filter(line -> line.matches("\\s*\\d+ .*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
        assertThat(shown).hasSizeLessThanOrEqualTo(most).startsWith("1").endsWith(Integer.toString(epochs));
    }

    @Test
    void lostObjects_andWritesWithoutAnAnswer_areInTheVerdict() {
        PassResult none = pass(wear(1, 1, 1, QUICK));
        PassResult lossy = new PassResult("chameleon", none.wear(), List.of(), 9, 2, 3, 1);
        Report report = new Report(none, List.of(lossy));
        assertThat(report.text())
                .endsWith("LOST: 2 acknowledged objects could not be read back"
                        + " (3 writes failed and were not acknowledged)");
        assertThat(report.lost()).isEqualTo(2);
    }
}
