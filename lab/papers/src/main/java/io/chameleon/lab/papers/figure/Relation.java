package io.chameleon.lab.papers.figure;

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
}
