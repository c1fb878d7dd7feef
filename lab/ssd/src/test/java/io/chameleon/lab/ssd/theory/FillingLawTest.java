package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The recurrences, beside sums over the victim's pages of the law in closed form. */
class FillingLawTest {
    @ParameterizedTest
    @CsvSource({"1, 0.5", "3, 0.2", "8, 0.96", "64, 0.04"})
    void law_ofAnyVictim_isTheMixtureOfNegativeBinomials(int b, double share) {
        double[] victim = new double[b + 1];
        for (int pages = 0; pages <= b; pages++) {
            victim[pages] = (pages * 7 + 1) % 5 / 10.0;
        }
        FillingLaw law = new FillingLaw(b, share);
        law.update(new double[b + 1]);
        law.update(victim);
        for (int room = 1; room <= b; room++) {
            for (int s = 0; s < b; s++) {
                double one = 0;
                for (int pages = 0; pages < room; pages++) {
                    one += victim[pages] * negativeBinomial(share, room - pages, s);
                }
                double other = 0;
                for (int pages = 0; pages <= s; pages++) {
                    other += victim[pages] * negativeBinomial(1 - share, room, s - pages);
                }
                assertThat(law.whileOneFills(room)[s]).isCloseTo(one, withinPercentage(1e-9));
                assertThat(law.whileOtherFills(room)[s]).isCloseTo(other, withinPercentage(1e-9));
            }
        }
    }

    /** Probability that the n-th write of a class comes after exactly {@code others} writes of the other class. */
    private static double negativeBinomial(double share, int n, int others) {
        double log = n * Math.log(share) + others * Math.log1p(-share);
        for (int i = 1; i <= others; i++) {
            log += Math.log((double) (n - 1 + i) / i);
        }
        return Math.exp(log);
    }
}
