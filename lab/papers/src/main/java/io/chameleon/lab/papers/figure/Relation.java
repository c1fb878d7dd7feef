package io.chameleon.lab.papers.figure;

import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.emulator.command.Numbers;
import java.util.Locale;

/** How a number must compare with a bound. */
public enum Relation {
    AT_MOST("≤") {
        @Override
        public boolean holds(double value, double bound, double tolerance) {
            return value <= bound + tolerance;
        }
    },
    AT_LEAST("≥") {
        @Override
        public boolean holds(double value, double bound, double tolerance) {
            return value >= bound - tolerance;
        }
    },
    ABOUT("≈") {
        @Override
        public boolean holds(double value, double bound, double tolerance) {
            return Math.abs(value - bound) <= tolerance;
        }
    };

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    /** False for NaN. */
    public abstract boolean holds(double value, double bound, double tolerance);

    public String text(double bound, Unit unit) {
        return sign + " " + unit.text(bound);
    }

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
}
