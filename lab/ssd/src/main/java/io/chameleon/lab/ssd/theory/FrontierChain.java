package io.chameleon.lab.ssd.theory;

import static io.chameleon.lab.ssd.theory.Occupancy.COLD;
import static io.chameleon.lab.ssd.theory.Occupancy.HOT;
import static io.chameleon.lab.ssd.theory.Occupancy.other;

import java.util.Arrays;

/**
 * The two write frontiers as a Markov chain: the invariant vector of the paper's K(m), Eq. 4.
 *
 * <p>Section 3.2 needs only the states with a full frontier, so the chain is observed there: a step is one garbage
 * collection and the host writes that follow it until a frontier is full again. Which frontier that is, and how full
 * the other one is by then, follows a negative binomial law: {@link FillingLaw}. State
 * {@code type * b + s}: the frontier of this type is full, the other one holds s pages. The states of a swap (b + 1 in
 * the paper) are passed through within a step.
 *
 * <p>Cost of {@link #update}: O(b^3), for b = 64 about 1 ms. Not safe from several threads.
 */
final class FrontierChain {
    /**
     * {@code full[type][s]}: share of the observations with this frontier full, the other holding s, and d blocks to
     * draw.
     */
    final double[][] full;

    /** Share of the observations during a swap: this frontier is full and d* blocks of its type must be drawn. */
    final double[] swap = new double[2];

    private final int b;
    private final int states;
    private final boolean swaps;
    private final FillingLaw[] firstVictims;
    private final FillingLaw[] secondVictims;
    private final double[][] writesLeft;
    private final double[][] step;
    private final double[] writesOfStep;
    private final double[][] stepAfterSwap;
    private final double[] writesAfterSwap;
    private final double[][] overflow;
    private double hostWrites;

    FrontierChain(HotColdParameters parameters) {
        b = parameters.pagesPerBlock();
        swaps = parameters.swaps();
        states = 2 * b;
        full = new double[2][b];
        firstVictims = laws(parameters);
        secondVictims = laws(parameters);
        writesLeft = writesLeft(parameters.writeShare(HOT));
        step = new double[states][states];
        writesOfStep = new double[states];
        stepAfterSwap = new double[states][states];
        writesAfterSwap = new double[states];
        overflow = new double[2][b + 1];
    }

    private static FillingLaw[] laws(HotColdParameters parameters) {
        int b = parameters.pagesPerBlock();
        return new FillingLaw[] {
            new FillingLaw(b, parameters.writeShare(HOT)), new FillingLaw(b, parameters.writeShare(COLD))
        };
    }

    /** Share of the observations before a host write. */
    double hostWrites() {
        return hostWrites;
    }

    /** {@code p_{type,n+}}: the first victim is of this type and holds more than {@code pages} valid pages. */
    double overflow(int type, int pages) {
        return overflow[type][pages];
    }

    void update(VictimProbabilities victims) {
        for (int type = HOT; type <= COLD; type++) {
            double above = 0;
            for (int i = b; i >= 0; i--) {
                overflow[type][i] = above;
                above += victims.p[type][i];
            }
        }
        clear(step, writesOfStep);
        if (swaps) {
            clear(stepAfterSwap, writesAfterSwap);
            for (int type = HOT; type <= COLD; type++) {
                secondVictims[type].update(victims.q[type]);
                for (int kept = 1; kept < b; kept++) {
                    afterCollecting(type, kept, secondVictims[type], victims.q[type], stepAfterSwap, writesAfterSwap);
                }
            }
        }
        for (int type = HOT; type <= COLD; type++) {
            firstVictims[type].update(victims.p[type]);
        }
        for (int type = HOT; type <= COLD; type++) {
            for (int held = 0; held < b; held++) {
                afterCollecting(type, held, firstVictims[type], victims.p[type], step, writesOfStep);
                otherTypeCollected(type, held, victims.p[other(type)]);
            }
        }
        normalize(StationaryDistribution.of(step));
    }

    private void clear(double[][] rows, double[] writes) {
        for (double[] row : rows) {
            Arrays.fill(row, 0);
        }
        Arrays.fill(writes, 0);
    }

    /**
     * The victim is of the full frontier's type: its pages are copied back, the other frontier stays. Eq. 4, cases 3,
     * 4, 9, 10.
     */
    private void afterCollecting(
            int type, int held, FillingLaw law, double[] probability, double[][] rows, double[] writes) {
        int state = type * b + held;
        double[] row = rows[state];
        add(law.whileOneFills(b), row, type * b + held, b - held);
        add(law.whileOtherFills(b - held), row, other(type) * b, b);
        row[state] += probability[b];
        for (int copied = 0; copied < b; copied++) {
            writes[state] += probability[copied] * writesLeft(type, copied, held);
        }
    }

    /** The victim is of the other type: it overflows the other frontier (cases 5, 6) or not (cases 7, 8). */
    private void otherTypeCollected(int type, int held, double[] probability) {
        int state = type * b + held;
        FillingLaw law = firstVictims[other(type)];
        add(law.whileOtherFills(b), step[state], state, b - held);
        add(law.whileOneFills(b - held), step[state], other(type) * b, b);
        for (int copied = 0; copied < b - held; copied++) {
            writesOfStep[state] += probability[copied] * writesLeft(type, 0, held + copied);
        }
        step[state][other(type) * b] += probability[b - held]; // fills the other frontier to the last page
        for (int kept = 1; kept <= held; kept++) {
            double weight = probability[b - held + kept];
            int next = type * b + kept;
            if (!swaps) {
                step[state][next] += weight;
                continue;
            }
            writesOfStep[state] += weight * writesAfterSwap[next];
            double[] row = step[state];
            double[] rest = stepAfterSwap[next];
            for (int target = 0; target < states; target++) {
                row[target] += weight * rest[target];
            }
        }
    }

    private static void add(double[] shares, double[] row, int from, int count) {
        for (int i = 0; i < count; i++) {
            row[from + i] += shares[i];
        }
    }

    /** Expected host writes until a frontier is full; {@code own} pages are on the one of this type. */
    private double writesLeft(int type, int own, int held) {
        return type == HOT ? writesLeft[own][held] : writesLeft[held][own];
    }

    /** From visits per step to shares of the observations: host writes, collections and second collections. */
    private void normalize(double[] visits) {
        double observations = 0;
        hostWrites = 0;
        for (int type = HOT; type <= COLD; type++) {
            swap[type] = 0;
            for (int held = 0; held < b; held++) {
                double visit = visits[type * b + held];
                full[type][held] = visit;
                hostWrites += visit * writesOfStep[type * b + held];
                if (swaps) {
                    swap[type] += visit * overflow[other(type)][b - held];
                }
                observations += visit;
            }
            observations += swap[type];
        }
        observations += hostWrites;
        hostWrites /= observations;
        for (int type = HOT; type <= COLD; type++) {
            swap[type] /= observations;
            for (int held = 0; held < b; held++) {
                full[type][held] /= observations;
            }
        }
    }

    /** {@code [hot][cold]}: expected host writes until one of the two frontiers is full. */
    private double[][] writesLeft(double hotShare) {
        double[][] left = new double[b + 1][b + 1];
        for (int hot = b - 1; hot >= 0; hot--) {
            for (int cold = b - 1; cold >= 0; cold--) {
                left[hot][cold] = 1 + hotShare * left[hot + 1][cold] + (1 - hotShare) * left[hot][cold + 1];
            }
        }
        return left;
    }
}
