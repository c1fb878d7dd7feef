package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.wear.WearModel;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.CheckedClaim;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The share of valid pages in victims, held against the model of EDM's Equation 3. */
class EdmVictimsTest {
    private final EdmVictims figure = new EdmVictims();

    private static ServerEnd server(double utilisation, double victims) {
        return new ServerEnd("s", 10, 0.1, 10, 20, 5, utilisation, victims);
    }

    /** What the model says of a device of which {@code utilisation} of the logical space is filled. */
    private static double model(double utilisation) {
        return WearModel.victimUtilisation(0.85 * utilisation, WearModel.EDM_SIGMA);
    }

    private Results results(List<ServerEnd> servers) {
        return HandMade.results(
                1, figure.cells(), (cell, seed) -> HandMade.of(cell).withServers(servers));
    }

    private CheckedClaim claim(List<ServerEnd> servers) {
        return figure.claims().getFirst().check(results(servers));
    }

    @Test
    void serversAsTheModelSays_agree() {
        CheckedClaim claim = claim(List.of(server(0.7, model(0.7)), server(0.9, model(0.9))));
        assertThat(claim.ours().mean()).isCloseTo(0, within(1e-12));
        assertThat(claim.agrees()).isTrue();
    }

    @Test
    void distance_isAbsolute_andAMeanOverTheServers() {
        CheckedClaim claim = claim(List.of(server(0.9, model(0.9) + 0.05), server(0.9, model(0.9) - 0.11)));
        assertThat(claim.ours().mean()).isCloseTo(0.08, within(1e-12));
        assertThat(claim.agrees()).isTrue();
        assertThat(claim(List.of(server(0.9, model(0.9) + 0.2), server(0.9, model(0.9) - 0.02)))
                        .agrees())
                .isFalse();
    }

    /** A victim without a valid page tells nothing of the model: the device was never full. */
    @Test
    void serversThatNeverCopied_areLeftOut() {
        assertThat(claim(List.of(server(0.9, 0), server(0.9, model(0.9) + 0.04)))
                        .ours()
                        .mean())
                .isCloseTo(0.04, within(1e-12));
        assertThat(claim(List.of(server(0.9, 0))).ours().mean()).isNaN();
        assertThat(claim(List.of(server(0.9, 0))).agrees()).isFalse();
    }

    @Test
    void table_showsTheModelAtThePhysicalUtilisation(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve(Section.NAME));
        Document document = new Document("by hand");
        figure.write(
                results(List.of(server(0.8, 0), server(0.8, 0.5), server(1.0, 0.7))), new Section(document, directory));
        double u = 0.85 * (0.8 + 0.8 + 1.0) / 3;
        assertThat(document.markdown())
                .contains("| workload | u, physical | u_r measured | by Eq. 2 | by Eq. 3 |")
                .contains(String.format(
                        "| edm-deasna | 0.74 | 0.600 | %.3f | %.3f |",
                        WearModel.victimUtilisation(u, 0), WearModel.victimUtilisation(u, WearModel.EDM_SIGMA)));
    }

    @Test
    void table_ofDevicesThatNeverCopied_hasADash(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve(Section.NAME));
        Document document = new Document("by hand");
        figure.write(results(List.of(server(0.2, 0))), new Section(document, directory));
        assertThat(document.markdown()).contains("| edm-deasna | 0.17 | - | ");
    }

    @Test
    void runs_areThreeTracesAtFourUtilisations() {
        assertThat(figure.cells())
                .hasSize(12)
                .extracting(cell -> cell.setup().utilisation())
                .containsOnly(0.4, 0.55, 0.7, 0.85);
        assertThat(figure.cells()).extracting(Cell::workload).containsOnly("edm-home02", "edm-deasna", "edm-lair62");
    }
}
