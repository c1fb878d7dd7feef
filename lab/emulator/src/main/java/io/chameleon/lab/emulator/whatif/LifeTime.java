package io.chameleon.lab.emulator.whatif;

import java.time.Duration;
import java.util.Locale;

/** Numbers of epochs in units of life: years, days, hours. */
final class LifeTime {
    private static final double DAYS_A_YEAR = 365.25;
    private static final double SECONDS_A_DAY = 86_400;
    private static final double HOURS_A_DAY = 24;
    private static final double MOST_YEARS = 1_000;

    private LifeTime() {}

    static double days(double epochs, Duration epoch) {
        return epochs * epoch.toMillis() / 1_000 / SECONDS_A_DAY;
    }

    static String of(double epochs, Duration epoch) {
        double days = days(epochs, epoch);
        if (days >= MOST_YEARS * DAYS_A_YEAR) {
            return "> 1000 y";
        }
        if (days >= DAYS_A_YEAR) {
            return String.format(Locale.ROOT, "%.1f y", days / DAYS_A_YEAR);
        }
        return days >= 2
                ? String.format(Locale.ROOT, "%.1f d", days)
                : String.format(Locale.ROOT, "%.1f h", days * HOURS_A_DAY);
    }
}
