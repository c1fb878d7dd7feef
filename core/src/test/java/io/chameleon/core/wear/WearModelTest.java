package io.chameleon.core.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WearModelTest {
    @ParameterizedTest
    @CsvSource({
        "640, 64, 0, 10", // empty victims: one erase per block of writes
        "640, 64, 0.5, 20",
        "3200, 32, 0.75, 400",
        "0, 64, 0.9, 0"
    })
    void erases_areWritesOverThePagesAVictimFrees(double writes, int pagesPerBlock, double mu, double erases) {
        assertThat(WearModel.erases(writes, pagesPerBlock, mu)).isCloseTo(erases, within(1e-9));
    }

    /** u = (u_r - 1) / ln u_r by hand: 0.5 / ln 2, 0.75 / ln 4, 0.1 / ln(10/9). */
    @ParameterizedTest
    @CsvSource({"0.7213475204, 0.5", "0.5410106403, 0.25", "0.9491221581, 0.9"})
    void victimUtilisation_ofUniformWrites_solvesEdmEq2(double utilisation, double victim) {
        assertThat(WearModel.victimUtilisation(utilisation, 0)).isCloseTo(victim, within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, WearModel.EDM_SIGMA})
    void victimUtilisation_putBackIntoEdmEq3_givesTheUtilisation(double sigma) {
        // Below that, victims are emptier than the precision of 1e-12 can show.
        for (double utilisation = sigma + 0.1; utilisation < 1; utilisation += 0.01) {
            double victim = WearModel.victimUtilisation(utilisation, sigma);
            assertThat((victim - 1) / Math.log(victim) + sigma).isCloseTo(utilisation, within(1e-9));
        }
    }

    @Test
    void victimUtilisation_risesWithTheFillOfTheDevice_andStaysAShare() {
        double last = -1;
        for (double utilisation = -0.5; utilisation < 2; utilisation += 0.005) {
            double victim = WearModel.victimUtilisation(utilisation, WearModel.EDM_SIGMA);
            assertThat(victim).isGreaterThanOrEqualTo(last).isBetween(0.0, Math.nextDown(1.0));
            last = victim;
        }
    }

    @Test
    void victimUtilisation_ofADeviceEmptierThanSigma_isZero() {
        assertThat(WearModel.victimUtilisation(0.28, WearModel.EDM_SIGMA)).isZero();
        assertThat(WearModel.victimUtilisation(0, 0)).isZero();
    }

    @Test
    void edmErases_areEq4() {
        double utilisation = 0.7213475204 + WearModel.EDM_SIGMA;
        assertThat(WearModel.edmErases(640, 64, utilisation, WearModel.EDM_SIGMA))
                .isCloseTo(20, within(1e-6));
        assertThat(WearModel.edmErases(640, 64, 0.1, WearModel.EDM_SIGMA)).isCloseTo(10, within(1e-9));
    }
}
