package io.chameleon.lab.papers.figure;

import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.emulator.command.Numbers;
import java.util.Locale;

/** What a number counts. */
public enum Unit {
    PERCENT,
    FACTOR,
    COUNT;

    public String text(double value) {
        return switch (this) {
            case PERCENT -> Numbers.percent(value);
            case FACTOR -> Numbers.of(value, 2);
            case COUNT -> Numbers.of(value, 0);
        };
    }

    public String text(Interval value) {
        return switch (this) {
            case PERCENT -> Numbers.percent(value);
            case FACTOR -> Numbers.of(value, 2);
            case COUNT -> Numbers.of(value, 0);
        };
    }

    /** From printed to ours: points of a percentage, percent of anything else. */
    String distance(double ours, double printed) {
        return this == PERCENT
                ? (Double.isFinite(ours) ? String.format(Locale.ROOT, "%+.1f points", ours - printed) : "-")
                : Numbers.percent(Numbers.change(ours, printed));
    }
}
