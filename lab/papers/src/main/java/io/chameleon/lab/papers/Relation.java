package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.emulator.command.Numbers;
import java.util.Locale;

/** How a number is to stand to a bound. */
enum Relation {
    AT_MOST("≤") {
        @Override
        boolean holds(double value, double bound, double tolerance) {
            return value <= bound + tolerance;
        }
    },
    AT_LEAST("≥") {
        @Override
        boolean holds(double value, double bound, double tolerance) {
            return value >= bound - tolerance;
        }
    },
    ABOUT("≈") {
        @Override
        boolean holds(double value, double bound, double tolerance) {
            return Math.abs(value - bound) <= tolerance;
        }
    };

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    /** False for what is no number. */
    abstract boolean holds(double value, double bound, double tolerance);

    String text(double bound, Unit unit) {
        return sign + " " + unit.text(bound);
    }

    /** What a number counts. */
    enum Unit {
        PERCENT,
        FACTOR,
        COUNT;

        String text(double value) {
            return switch (this) {
                case PERCENT -> Numbers.percent(value);
                case FACTOR -> Numbers.of(value, 2);
                case COUNT -> Numbers.of(value, 0);
            };
        }

        String text(Interval value) {
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
}
