package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;

/** Knows that the first pages are hot (GC reading 1). */
final class OracleThermometer implements Thermometer {
    /** Prevents a product like 0.29 * 100, which is 28.999999999999996, from losing a page. */
    private static final double ROUNDING = 1e-6;

    private final int hotPages;

    OracleThermometer(double hotFraction, long logicalPages) {
        hotPages = (int) Math.floor(hotFraction * logicalPages + ROUNDING);
    }

    @Override
    public boolean isHot(int logicalPage, WriteHint hint) {
        return logicalPage < hotPages;
    }

    @Override
    public boolean wasHot(int logicalPage) {
        return logicalPage < hotPages;
    }
}
