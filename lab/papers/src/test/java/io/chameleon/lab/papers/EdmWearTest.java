package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdmWearTest {
    private final EdmWear figure = new EdmWear();

    /** Servers of so many erases and pages written: {@code {erases, pages}} each. */
    private HandMade run(Cell cell, long[]... servers) {
        return HandMade.of(cell)
                .withServers(IntStream.range(0, servers.length)
                        .mapToObj(i -> new ServerEnd(
                                "s" + i, servers[i][0], 0.1, servers[i][1], 2 * servers[i][1], 5, 0.6, 0.3))
                        .toList());
    }

    private double correlation(long[]... servers) {
        EmulationResult run = run(figure.cells().getFirst(), servers).result();
        return EdmWear.correlation(run);
    }

    @Test
    void correlation_isOneOfProportionalServers_andMinusOneOfReversedOnes() {
        assertThat(correlation(new long[] {1, 10}, new long[] {2, 20}, new long[] {3, 30}))
                .isCloseTo(1, within(1e-12));
        assertThat(correlation(new long[] {1, 30}, new long[] {2, 20}, new long[] {3, 10}))
                .isCloseTo(-1, within(1e-12));
    }

    /** Deviations (-1, 0, 1) and (-1, 1, 0): the sum of products 1 over the root of 2 times 2. */
    @Test
    void correlation_ofServersThatDoNotFollow_isBetween() {
        assertThat(correlation(new long[] {1, 1}, new long[] {2, 3}, new long[] {3, 2}))
                .isCloseTo(0.5, within(1e-12));
    }

    @Test
    void correlation_ifAllServersAreAlike_isNoNumber() {
        assertThat(correlation(new long[] {7, 1}, new long[] {7, 2})).isNaN();
        assertThat(correlation(new long[] {1, 9}, new long[] {2, 9})).isNaN();
    }

    @Test
    void table_showsTheExtremes_theSpreadAndTheCorrelation(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve(Section.NAME));
        Document document = new Document("by hand");
        figure.write(
                HandMade.results(
                        2,
                        figure.cells(),
                        (cell, seed) ->
                                run(cell, new long[] {40 + seed, 100}, new long[] {10, 100}, new long[] {20, 400})),
                new Section(document, directory));
        assertThat(document.markdown())
                .contains("| workload | fewest erases | most erases | CV | correlation with pages written |")
                .contains("| edm-home02 | 10 | 40 | 0.100 | -0.189 |")
                .contains("![Figure 1(a): erases of each SSD](reproduction/edm-1a.png)")
                .contains("![Figure 1(b): pages written to each SSD](reproduction/edm-1b.png)");
    }

    @Test
    void runs_areTheThreeTracesOfTheFigure_withoutBalancing() {
        assertThat(figure.cells())
                .extracting(Cell::workload)
                .isEqualTo(List.of("edm-home02", "edm-deasna", "edm-lair62"));
        assertThat(figure.cells()).allSatisfy(cell -> {
            assertThat(cell.scheme().isBaseline()).isTrue();
            assertThat(cell.setup().servers()).isEqualTo(20);
        });
    }
}
