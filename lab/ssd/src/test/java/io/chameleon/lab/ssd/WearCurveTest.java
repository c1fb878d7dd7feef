package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Lifetime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WearCurveTest {
    private static final int BLOCKS = 90;

    private static WearCurve.Effort effort(int maxErases, int runs, long seed, int threads) {
        return new WearCurve.Effort(BLOCKS, maxErases, runs, seed, threads);
    }

    /** Two heats of five d each, with three d*; in each of them a page is as hot as f = 1 - r. */
    @Test
    void curves_coverEverySettingOfTheFiguresOnce() {
        List<HotColdParameters> settings = WearCurve.simulate(effort(1, 1, 1, 1)).stream()
                .map(WearCurve::setting)
                .toList();
        assertThat(settings).hasSize(30).doesNotHaveDuplicates();
        assertThat(settings).allSatisfy(setting -> {
            assertThat(setting.pagesPerBlock()).isEqualTo(32);
            assertThat(setting.spareFactor()).isEqualTo(0.10);
            assertThat(setting.hotFraction()).isCloseTo(1 - setting.hotProbability(), within(1e-12));
        });
        assertThat(settings).extracting(HotColdParameters::swapChoices).contains(0, 1, 100);
        assertThat(settings).extracting(HotColdParameters::choices).contains(1, 2, 5, 10, 20);
    }

    @Test
    void fewErases_haveAPointEach() {
        List<WearCurve> curves = WearCurve.simulate(effort(3, 1, 1, 1));
        assertThat(curves)
                .allSatisfy(curve -> assertThat(curve.points())
                        .extracting(Lifetime.Point::maxErases)
                        .containsExactly(1, 2, 3));
        assertThat(curves)
                .allSatisfy(curve -> assertThat(curve.last().maxErases()).isEqualTo(3));
    }

    @Test
    void manyErases_haveTwentyPoints_theLastAtTheLimit() {
        Lifetime.Point last = null;
        List<Lifetime.Point> points =
                WearCurve.simulate(effort(41, 1, 1, 1)).getFirst().points();
        assertThat(points).hasSize(20);
        for (Lifetime.Point point : points) {
            if (last != null) {
                assertThat(point.maxErases()).isGreaterThan(last.maxErases());
                assertThat(point.endurance()).isGreaterThanOrEqualTo(last.endurance());
            }
            last = point;
        }
        assertThat(points.getLast().maxErases()).isEqualTo(41);
    }

    @Test
    void curves_areMeansOfRunsWithSeedsOneAfterTheOther_onAnyNumberOfThreads() {
        List<WearCurve> first = WearCurve.simulate(effort(2, 1, 5, 1));
        List<WearCurve> second = WearCurve.simulate(effort(2, 1, 6, 1));
        List<WearCurve> both = WearCurve.simulate(effort(2, 2, 5, 2));
        for (int i = 0; i < both.size(); i++) {
            assertThat(both.get(i).points())
                    .isEqualTo(Lifetime.mean(
                            List.of(first.get(i).points(), second.get(i).points())));
        }
        assertThat(first).isNotEqualTo(second);
    }

    @Test
    void json_namesDStarOnlyWithSwaps() {
        List<Lifetime.Point> points = List.of(new Lifetime.Point(1, 0.5, 10, 2), new Lifetime.Point(2, 0.75, 25, 1.5));
        WearCurve swap = new WearCurve(new HotColdParameters(32, 0.1, 5, 100, 0.99, 0.01), points);
        assertThat(swap.json())
                .containsEntry("mode", "hcwf-swap")
                .containsEntry("hot_probability", 0.99)
                .containsEntry("d", 5)
                .containsEntry("dstar", 100)
                .containsEntry("w_max", List.of(1, 2))
                .containsEntry("pe_fairness", List.of(0.5, 0.75))
                .containsEntry("endurance_full_drive_writes", List.of(10.0, 25.0));
        WearCurve plain = new WearCurve(new HotColdParameters(32, 0.1, 5, 0, 0.99, 0.01), points);
        assertThat(plain.json()).containsEntry("mode", "hcwf").doesNotContainKey("dstar");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, --max-erases: '0' given", "1, 0, runs: '0' given", "-5, 1, --max-erases: '-5' given"})
    void effort_ofNothing_isRefused(int maxErases, int runs, String message) {
        assertThatThrownBy(() -> effort(maxErases, runs, 1, 1)).hasMessage(message + ", expected 1 or more");
    }
}
