package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Lifetime;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTextTest {
    private static final List<Integer> CHOICES = List.of(2, 3, 8);

    private static String markdown() {
        AmplificationCurve wins =
                new AmplificationCurve("1a", 0.9, 0.1, 100, CHOICES, List.of(2.2, 2.1, 2.0), List.of(1.98, 1.8, 1.9));
        AmplificationCurve loses =
                new AmplificationCurve("1c", 0.8, 0.1, 1, CHOICES, List.of(2.0, 2.1, 2.2), List.of(2.0, 2.2, 2.3));
        List<Lifetime.Point> points =
                List.of(new Lifetime.Point(100, 0.4, 10, 1.9), new Lifetime.Point(200, 0.51239, 61.26, 1.65432));
        WearCurve swap = new WearCurve(new HotColdParameters(32, 0.1, 5, 100, 0.99, 0.01), points);
        WearCurve plain = new WearCurve(new HotColdParameters(32, 0.1, 2, 0, 0.9, 0.1), points);
        return new FigureText(List.of(wins, loses), List.of(swap, plain), new WearCurve.Effort(450, 200, 3, 1, 1))
                .markdown();
    }

    @Test
    void figure1_hasALineForEachPairOfCurves() {
        assertThat(markdown().lines())
                .contains(
                        "| 1a | 0.9 | 0.1 | 100 | 2.0000 (8) | 1.8000 (3) | never | 10.0 %, 5.0 % | 10.0 %, 0.0 % |",
                        "| 1c | 0.8 | 0.1 | 1 | 2.0000 (2) | 2.0000 (2) | 3, 8 | 0.0 %, 5.0 % | 0.0 %, 10.0 % |");
    }

    @Test
    void figures2And3_showTheEndOfEachLife() {
        assertThat(markdown().lines())
                .contains(
                        "| hcwf-swap | 0.99 | 5 | 100 | 0.5124 | 61.3 | 1.654 |",
                        "| hcwf | 0.9 | 2 | - | 0.5124 | 61.3 | 1.654 |");
    }

    @Test
    void header_saysHowMuchWasSimulated() {
        assertThat(markdown())
                .contains("U = 450 logical blocks, mean of 3 runs. The table shows W_max = 200.")
                .contains("![1a](figure1a.png)", "![2b](figure2b.png)", "![3c](figure3c.png)");
    }

    /** A line with another number of cells breaks the table in every renderer. */
    @Test
    void tables_haveAsManyCellsInEachLineAsInTheirHeader() {
        List<Long> figure1 = cells("# Figure 1");
        assertThat(figure1).hasSize(4).containsOnly(figure1.getFirst());
        List<Long> figures2and3 = cells("# Figures 2 and 3");
        assertThat(figures2and3).hasSize(4).containsOnly(figures2and3.getFirst());
    }

    private static List<Long> cells(String heading) {
        return markdown()
                .lines()
                .dropWhile(line -> !line.startsWith(heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("# "))
                .filter(line -> line.startsWith("|"))
                .map(line -> line.chars().filter(c -> c == '|').count())
                .toList();
    }
}
