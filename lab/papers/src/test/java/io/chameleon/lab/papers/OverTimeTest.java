package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.CheckedClaim;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures that show the course of a run: Chameleon's Figure 8 and EDM's Figure 7. */
class OverTimeTest {
    @TempDir
    private Path directory;

    private final Document document = new Document("by hand");
    private final StatesOverTime states = new StatesOverTime();

    @BeforeEach
    void makeDirectory() throws IOException {
        Files.createDirectory(directory.resolve(Section.NAME));
    }

    private static EpochEnd epoch(int number, double latency, Map<RedundancyState, Long> bytes) {
        return new EpochEnd(number, 10, 100, 0, 0, latency, bytes, List.of());
    }

    /** Bytes of 1000 in the states, epoch by epoch; the rest is EC. */
    private static List<EpochEnd> epochs(RedundancyState state, long... bytes) {
        List<EpochEnd> epochs = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            epochs.add(epoch(i + 1, 300, Map.of(RedundancyState.EC, 1_000 - bytes[i], state, bytes[i])));
        }
        return epochs;
    }

    private EmulationResult run(List<EpochEnd> epochs) {
        return HandMade.of(states.cells().getFirst()).withEpochs(epochs).result();
    }

    private Results results(Figure figure, List<EpochEnd> epochs) {
        return HandMade.results(
                1, figure.cells(), (cell, seed) -> HandMade.of(cell).withEpochs(epochs));
    }

    private List<String> measured(List<EpochEnd> epochs) {
        return states.claims().stream()
                .map(claim -> claim.check(results(states, epochs)))
                .map(CheckedClaim::measured)
                .toList();
    }

    @Test
    void highest_addsTheStates_epochByEpoch() {
        List<EpochEnd> epochs = List.of(
                epoch(1, 0, Map.of(RedundancyState.EC, 900L, RedundancyState.REP_EWO, 100L)),
                epoch(
                        2,
                        0,
                        Map.of(
                                RedundancyState.EC, 850L,
                                RedundancyState.REP_EWO, 70L,
                                RedundancyState.EC_EWO, 50L,
                                RedundancyState.LATE_EC, 30L)));
        assertThat(StatesOverTime.highest(run(epochs), "EWO")).isCloseTo(12, within(1e-9));
        assertThat(StatesOverTime.highest(run(epochs), "EWO", "late EC")).isCloseTo(15, within(1e-9));
        assertThat(StatesOverTime.highest(run(epochs), "late REP")).isZero();
        assertThat(StatesOverTime.highest(run(List.of()), "EWO"))
                .as("of no epoch")
                .isNaN();
    }

    @Test
    void begin_isTheFirstEpochWithData() {
        EmulationResult run = run(epochs(RedundancyState.EC_EWO, 0, 0, 1, 0, 20));
        assertThat(StatesOverTime.begin(run, "EWO")).isEqualTo(3);
        assertThat(StatesOverTime.begin(run, "late EC", "EWO")).isEqualTo(3);
        assertThat(StatesOverTime.begin(run, "EC")).isEqualTo(1);
        assertThat(StatesOverTime.begin(run, "late REP")).isNaN();
    }

    /** EWO at most, late REP and late EC at most, begin of ARPT, begin of HCDS. */
    @Test
    void claims_tellTheTechniquesApart() {
        assertThat(measured(epochs(RedundancyState.REP_EWO, 0, 0, 0, 0, 190)))
                .containsExactly("+19.0 %", "+0.0 %", "-", "5");
        assertThat(measured(epochs(RedundancyState.LATE_REP, 0, 0, 60, 40)))
                .containsExactly("+0.0 %", "+6.0 %", "3", "-");
        assertThat(measured(epochs(RedundancyState.REP, 0, 10))).containsExactly("+0.0 %", "+0.0 %", "2", "-");
    }

    @Test
    void claims_agreeWithWhatThePaperSees() {
        List<EpochEnd> epochs = List.of(
                epoch(1, 0, Map.of(RedundancyState.EC, 1_000L)),
                epoch(2, 0, Map.of(RedundancyState.EC, 1_000L)),
                epoch(3, 0, Map.of(RedundancyState.EC, 960L, RedundancyState.LATE_REP, 40L)),
                epoch(4, 0, Map.of(RedundancyState.EC, 960L, RedundancyState.REP, 40L)),
                epoch(5, 0, Map.of(RedundancyState.EC, 810L, RedundancyState.EC_EWO, 190L)));
        assertThat(states.claims())
                .allSatisfy(
                        claim -> assertThat(claim.check(results(states, epochs)).agrees())
                                .as(claim.says())
                                .isTrue());
        assertThat(states.claims())
                .filteredOn(claim -> !claim.check(results(states, epochs(RedundancyState.EC_EWO, 0, 201)))
                        .agrees())
                .extracting(Claim::says)
                .containsExactly(
                        "the data in EWO is less than 20 % in each hour",
                        "ARPT starts after three hours", "HCDS starts in the fifth hour");
    }

    @Test
    void shortRun_isShownEpochByEpoch() throws IOException {
        states.write(results(states, epochs(RedundancyState.EC_EWO, 0, 250)), new Section(document, directory));
        assertThat(document.markdown())
                .contains("| epoch | REP % | EC % | late REP % | late EC % | EWO % |")
                .contains("| 1 | 0.00 | 100.00 | 0.00 | 0.00 | 0.00 |\n| 2 | 0.00 | 75.00 | 0.00 | 0.00 | 25.00 |")
                .contains("(reproduction/chameleon-8.png)", "(reproduction/chameleon-8-ours.png)");
    }

    /** 85 epochs, as in the paper, in 17 lines; the last epoch is among them. */
    @Test
    void longRun_isShownInSeventeenLinesAtEqualDistances() throws IOException {
        long[] bytes = IntStream.rangeClosed(1, 85).mapToLong(i -> i).toArray();
        states.write(results(states, epochs(RedundancyState.EC_EWO, bytes)), new Section(document, directory));
        String first = document.markdown().substring(0, document.markdown().indexOf("chameleon-8-ours"));
        assertThat(first.lines()
                        .filter(line -> line.matches("\\| \\d+ \\|.*"))
                        .map(line -> line.split(" \\| ")[0].substring(2)))
                .hasSize(17)
                .startsWith("5", "10", "15")
                .endsWith("85");
        assertThat(first).contains("| 85 | 0.00 | 91.50 | 0.00 | 0.00 | 8.50 |");
    }

    @Test
    void response_isTheMeanOfTheEpochs_andItsSlowest() throws IOException {
        EdmResponse response = new EdmResponse();
        List<EpochEnd> epochs = List.of(epoch(1, 100, Map.of()), epoch(2, 700, Map.of()), epoch(3, 100, Map.of()));
        response.write(
                HandMade.results(
                        1,
                        response.cells(),
                        (cell, seed) -> cell.scheme().isBaseline()
                                ? HandMade.of(cell).withEpochs(epochs.subList(0, 1))
                                : HandMade.of(cell).withEpochs(epochs)),
                new Section(document, directory));
        assertThat(document.markdown())
                .contains("| workload | scheme | mean of epochs | slowest epoch |")
                .contains("| edm-lair62 | baseline | 100 | 100 |")
                .contains("| edm-lair62 | EDM-HDF | 300 | 700 |")
                .contains("| edm-lair62 | EDM-CDF | 300 | 700 |")
                .contains("(reproduction/edm-7-edm-home02.png)");
        assertThat(response.cells())
                .hasSize(9)
                .extracting(Cell::setup)
                .extracting(setup -> setup.servers())
                .containsOnly(20);
    }
}
