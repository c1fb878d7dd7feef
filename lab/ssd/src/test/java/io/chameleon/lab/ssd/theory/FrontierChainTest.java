package io.chameleon.lab.ssd.theory;

import static io.chameleon.lab.ssd.theory.Occupancy.COLD;
import static io.chameleon.lab.ssd.theory.Occupancy.HOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The invariant vector, beside a walk of the frontiers page by page as section 3.2 describes it. */
class FrontierChainTest {
    private static final int B = 5;
    private static final int STEPS = 400_000;
    private static final double NOISE = 0.003;

    private final SplittableRandom random = new SplittableRandom(2);

    /** Shares of the observations: before a host write, with d blocks to draw, with d* blocks to draw. */
    private static final class Walk {
        private final double[][] full = new double[2][B];
        private final double[] swap = new double[2];
        private double hostWrites;
    }

    /** Mostly full ones, which overflow the other frontier often. */
    private VictimProbabilities victims(HotColdParameters parameters) {
        VictimProbabilities victims = new VictimProbabilities(parameters);
        double sum = 0;
        for (double[] ofType : victims.p) {
            for (int i = 0; i <= B; i++) {
                ofType[i] = random.nextDouble() * (i + 1);
                sum += ofType[i];
            }
        }
        for (int type = HOT; type <= COLD; type++) {
            double second = 0;
            for (int i = 0; i <= B; i++) {
                victims.p[type][i] /= sum;
                victims.q[type][i] = random.nextDouble() * (i + 1);
                second += victims.q[type][i];
            }
            for (int i = 0; i <= B; i++) {
                victims.q[type][i] /= second;
            }
        }
        return victims;
    }

    /** Index of a share that is drawn; the last if rounding leaves a rest. */
    private int draw(double[] shares, int offset) {
        double left = random.nextDouble();
        for (int i = 0; i < shares.length; i++) {
            left -= shares[i];
            if (left < 0) {
                return offset + i;
            }
        }
        return offset + shares.length - 1;
    }

    /** {@code type * (B + 1) + pages} of the first victim. */
    private int firstVictim(VictimProbabilities victims) {
        double hot = 0;
        for (double share : victims.p[HOT]) {
            hot += share;
        }
        int type = random.nextDouble() < hot ? HOT : COLD;
        double ofType = type == HOT ? hot : 1 - hot;
        double[] shares = new double[B + 1];
        for (int i = 0; i <= B; i++) {
            shares[i] = victims.p[type][i] / ofType;
        }
        return draw(shares, type * (B + 1));
    }

    private Walk walk(HotColdParameters parameters, VictimProbabilities victims) {
        Walk walk = new Walk();
        int[] held = new int[2];
        for (int step = 0; step < STEPS; step++) {
            if (held[HOT] < B && held[COLD] < B) {
                held[random.nextDouble() < parameters.hotProbability() ? HOT : COLD]++;
                walk.hostWrites += 1.0 / STEPS;
                continue;
            }
            int type = held[HOT] == B ? HOT : COLD;
            int other = Occupancy.other(type);
            walk.full[type][held[other]] += 1.0 / STEPS;
            int victim = firstVictim(victims);
            int pages = victim % (B + 1);
            if (victim / (B + 1) == type) {
                held[type] = pages;
            } else if (held[other] + pages <= B) {
                held[other] += pages;
                held[type] = 0;
            } else { // the victim's block is the new frontier of its type
                held[other] = held[other] + pages - B;
                if (parameters.swaps()) {
                    step++;
                    walk.swap[type] += 1.0 / STEPS;
                    held[type] = draw(victims.q[type], 0);
                }
            }
        }
        return walk;
    }

    @ParameterizedTest
    @CsvSource({"0.8, 0", "0.3, 0", "0.8, 4", "0.5, 4"})
    void observations_areSharedAsAWalkSharesThem(double hotProbability, int swapChoices) {
        HotColdParameters parameters = new HotColdParameters(B, 0.2, 4, swapChoices, hotProbability, 0.2);
        VictimProbabilities victims = victims(parameters);
        FrontierChain chain = new FrontierChain(parameters);
        chain.update(victims);
        Walk walk = walk(parameters, victims);
        assertThat(chain.hostWrites()).isCloseTo(walk.hostWrites, within(NOISE));
        for (int type = HOT; type <= COLD; type++) {
            assertThat(chain.swap[type]).isCloseTo(walk.swap[type], within(NOISE));
            for (int held = 0; held < B; held++) {
                assertThat(chain.full[type][held])
                        .as("type %d full, %d pages held", type, held)
                        .isCloseTo(walk.full[type][held], within(NOISE));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0.8, 0", "0.8, 4"})
    void observations_sumUpToOne_alsoAfterAnotherUpdate(double hotProbability, int swapChoices) {
        HotColdParameters parameters = new HotColdParameters(B, 0.2, 4, swapChoices, hotProbability, 0.2);
        FrontierChain chain = new FrontierChain(parameters);
        chain.update(victims(parameters));
        chain.update(victims(parameters));
        double sum = chain.hostWrites() + chain.swap[HOT] + chain.swap[COLD];
        for (double[] shares : chain.full) {
            for (double share : shares) {
                sum += share;
            }
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.75", "2, 0.45", "4, 0.2", "5, 0"})
    void overflow_isTheShareOfVictimsWithMorePages(int pages, double share) {
        HotColdParameters parameters = new HotColdParameters(B, 0.2, 4, 0, 0.8, 0.2);
        VictimProbabilities victims = new VictimProbabilities(parameters);
        double[] hot = {0, 0.2, 0.1, 0.15, 0.1, 0.2};
        System.arraycopy(hot, 0, victims.p[HOT], 0, hot.length);
        victims.p[COLD][0] = 0.25;
        FrontierChain chain = new FrontierChain(parameters);
        chain.update(victims);
        assertThat(chain.overflow(HOT, pages)).isCloseTo(share, within(1e-12));
        assertThat(chain.overflow(COLD, pages)).isZero();
    }
}
