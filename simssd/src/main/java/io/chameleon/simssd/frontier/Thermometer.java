package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.HeatSource;

/** Classifies writes as hot or cold. Called once per host write, in order. Cost: O(1), no allocation. */
interface Thermometer {
    boolean isHot(int logicalPage, WriteHint hint);

    /** The class that a mount assigns to a page it finds, without a write or a hint. */
    boolean wasHot(int logicalPage);

    static Thermometer of(HeatSource source, FlashGeometry geometry) {
        return switch (source) {
            case HeatSource.Hint _ -> new HintThermometer();
            case HeatSource.Oracle oracle -> new OracleThermometer(oracle.hotFraction(), geometry.logicalPages());
            case HeatSource.Learned learned -> new LearnedThermometer(learned, geometry.logicalPages());
        };
    }
}
