package io.chameleon.lab.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers for people: three significant digits, whole from a thousand on. */
final class Numbers {
    private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);

    private Numbers() {}

    static String plain(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        if (Math.abs(value) >= 1000) {
            return Long.toString(Math.round(value));
        }
        return BigDecimal.valueOf(value).round(THREE).stripTrailingZeros().toPlainString();
    }
}
