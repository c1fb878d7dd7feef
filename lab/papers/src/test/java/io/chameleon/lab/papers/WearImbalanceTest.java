package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.CheckedClaim;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WearImbalanceTest {
    private final WearImbalance figure = new WearImbalance();

    private static HandMade run(Cell cell, long... erases) {
        return HandMade.of(cell)
                .with(Metric.ERASES, Arrays.stream(erases).sum())
                .withServers(Arrays.stream(erases)
                        .mapToObj(count -> new ServerEnd("s", count, 0.1, 1, 2, 5, 0.6, 0.3))
                        .toList());
    }

    /** Under REP thrice as much on the most worn server, under EC six times; REP erases 2.5 times as often. */
    private Results results() {
        return HandMade.results(
                1,
                figure.cells(),
                (cell, seed) -> cell.scheme().initial() == RedundancyPolicy.REP
                        ? run(cell, 200, 600, 200)
                        : run(cell, 170, 34, 196));
    }

    @ParameterizedTest
    @CsvSource({
        "30, 10, 3",
        "10, 30, 3",
        "7, 7, 1",
        "12, 0, 12",
        "0, 0, 0",
    })
    void largestOverSmallest_isAgainstOneEraseAtLeast(long one, long other, double ratio) {
        assertThat(WearImbalance.largestOverSmallest(
                        run(figure.cells().getFirst(), one, other).result()))
                .isEqualTo(ratio);
    }

    @Test
    void claims_areForEachWorkloadUnderBothPolicies() {
        assertThat(figure.claims().stream().map(claim -> claim.check(results())))
                .extracting(one -> one.claim().says(), CheckedClaim::printed, CheckedClaim::measured)
                .containsExactly(
                        tuple(
                                "the largest erase count is 3 times the smallest for ycsb-zipf under REP",
                                "≈ 3.00",
                                "3.00"),
                        tuple(
                                "the largest erase count is 12 times the smallest for ycsb-zipf under EC",
                                "≈ 12.00",
                                "5.76"),
                        tuple("REP erases almost twice as often as EC", "≈ 2.00", "2.50"));
    }

    @Test
    void twelvefoldImbalance_isExplainedWhereWeDisagree() {
        assertThat(figure.claims().get(1).check(results()).disagreement())
                .startsWith("We disagree with Chameleon, Fig. 1")
                .contains("ours is 5.76. With hashed names mixed to the last bit (reading 21)");
    }

    @Test
    void tables_showEachPolicysExtremes(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve(Section.NAME));
        Document document = new Document("by hand");
        figure.write(results(), new Section(document, directory));
        assertThat(document.markdown())
                .contains("The figure also shows prn_0 and proj_0", "they need the recordings")
                .contains("| rep | smallest | largest | ratio | erases |")
                .contains("| ycsb-zipf | 200 | 600 | 3.00 | 1000 |")
                .contains("| ec | smallest | largest | ratio | erases |")
                .contains("| ycsb-zipf | 34 | 196 | 5.76 | 400 |")
                .contains("(reproduction/chameleon-1a.png)", "(reproduction/chameleon-1b.png)");
    }
}
