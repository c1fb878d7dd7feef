package io.chameleon.simssd.envm;

import java.util.Arrays;

/**
 * How many pages may be written to a device each day if it is to last its rated years (paper, Algorithm 1, Eq. 1 and
 * 2).
 *
 * <p>Each week's budget is the rated one minus the previous week's excess {@code R}, or plus what was left. Each day
 * gets a share of it by the smoothed traffic of that weekday. Within a week nothing carries over. ENVM reading 8: line
 * 2 of the algorithm subtracts R from the last <em>estimate</em>, which already contains the last correction, so a
 * single idle week would raise every week after it; we subtract R from the rating. The budget is never negative, and
 * traffic is what hosts write.
 */
final class WriteBudget {
    static final int DAYS = 7;
    private static final double ALPHA = 0.5;

    private final double ratedWeek;
    private final long dayNanos;
    private final double[] expectedTraffic = new double[DAYS];
    private final double[] traffic = new double[DAYS];
    private final double[] budget = new double[DAYS];
    private double week;
    private double writtenThisWeek;
    private double writtenToday;
    private long today = Long.MIN_VALUE;

    /** @param ratedPagesPerDay the device's endurance over its rated years, per day; infinite for no limit */
    WriteBudget(double ratedPagesPerDay, long dayNanos) {
        this.ratedWeek = ratedPagesPerDay * DAYS;
        this.dayNanos = dayNanos;
        this.week = ratedWeek;
        Arrays.fill(budget, ratedPagesPerDay);
    }

    /**
     * Advances to the day of {@code nowNanos}; weeks begin at multiples of seven days. Time that goes backwards is
     * ignored; of a pause only the last two weeks count.
     */
    void advance(long nowNanos) {
        long day = Math.floorDiv(nowNanos, dayNanos);
        if (today == Long.MIN_VALUE) {
            today = day;
            writtenThisWeek = ratedWeek / DAYS * weekday(); // days before the first are not saved up
        }
        for (long passed = Math.min(day - today, 2L * DAYS); passed > 0; passed--) {
            today = day - passed + 1;
            writtenToday = 0;
            if (Math.floorMod(today, DAYS) == 0) {
                nextWeek();
            }
        }
    }

    private void nextWeek() {
        double excess = writtenThisWeek - week;
        week = Math.max(0, ratedWeek - excess);
        double sum = 0;
        for (int day = 0; day < DAYS; day++) {
            expectedTraffic[day] = ALPHA * traffic[day] + (1 - ALPHA) * expectedTraffic[day];
            sum += expectedTraffic[day];
        }
        for (int day = 0; day < DAYS; day++) {
            budget[day] = sum == 0 ? week / DAYS : week * expectedTraffic[day] / sum;
        }
        Arrays.fill(traffic, 0);
        writtenThisWeek = 0;
    }

    /** A host requested that many page writes, wherever they went. */
    void requested(int pages) {
        traffic[weekday()] += pages;
    }

    /** That many pages were written to the device. */
    void written(int pages) {
        writtenToday += pages;
        writtenThisWeek += pages;
    }

    /** Pages that may still be written today; negative if too many were. */
    double leftToday() {
        return budget[weekday()] - writtenToday;
    }

    double budgetOfToday() {
        return budget[weekday()];
    }

    private int weekday() {
        return today == Long.MIN_VALUE ? 0 : (int) Math.floorMod(today, DAYS);
    }
}
