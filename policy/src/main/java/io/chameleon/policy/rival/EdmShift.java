package io.chameleon.policy.rival;

import java.util.Arrays;

/**
 * EDM's Algorithm 1: how much to shift from or to each device, found by repeatedly evening out the most and the least
 * worn device.
 *
 * <p>The printed inner loop tries epsilon = 0, 0.001, ... until device x is no longer the more worn one. Erases only
 * fall on x and only rise on y as epsilon grows, so bisecting the same thousand steps finds the same epsilon; what
 * lines 10 to 13 do with it is done once, after that loop.
 *
 * <p>Cost: O(iterations * devices).
 */
final class EdmShift {
    private static final int STEPS = 1_000;

    private EdmShift() {}

    /**
     * Amounts to shift: negative on a device that gives, positive on one that takes; their sum is 0.
     *
     * @param amounts of each device now: page writes (HDF) or live pages (CDF)
     */
    static double[] shifts(double[] amounts, int iterations, Erases erases) {
        double[] now = amounts.clone();
        double[] cost = new double[now.length];
        Arrays.setAll(cost, i -> erases.of(i, now[i]));
        for (int iteration = 0; iteration < iterations && now.length > 1; iteration++) {
            int x = 0;
            int y = 0;
            for (int i = 1; i < cost.length; i++) {
                x = cost[i] > cost[x] ? i : x;
                y = cost[i] < cost[y] ? i : y;
            }
            double shifted = now[x] * epsilon(now, x, y, erases);
            if (shifted == 0) {
                break; // and so it would be in all iterations to come
            }
            now[x] -= shifted;
            now[y] += shifted;
            cost[x] = erases.of(x, now[x]);
            cost[y] = erases.of(y, now[y]);
        }
        Arrays.setAll(now, i -> now[i] - amounts[i]);
        return now;
    }

    /** Lines 5 to 9: the first epsilon at which x is no longer more worn than y, else the last one below 1. */
    private static double epsilon(double[] now, int x, int y, Erases erases) {
        int low = 0;
        int high = STEPS - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            double shifted = now[x] * middle / STEPS;
            if (erases.of(x, now[x] - shifted) <= erases.of(y, now[y] + shifted)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return (double) low / STEPS;
    }
}
