package io.chameleon.simssd.frontier;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.HeatSource;

/** Tells hot writes from cold ones. Called once per host write, in order. Cost: O(1), no allocation. */
interface Thermometer {
    boolean isHot(int logicalPage, int stream);

    /** What a mount should think of a page it finds: no write, no hint. */
    boolean wasHot(int logicalPage);

    static Thermometer of(HeatSource source, FlashGeometry geometry) {
        return switch (source) {
            case HeatSource.StreamHint _ -> new HintThermometer();
            case HeatSource.Oracle oracle -> new OracleThermometer(oracle.hotFraction(), geometry.logicalPages());
            case HeatSource.Learned learned -> new LearnedThermometer(learned, geometry.logicalPages());
        };
    }
}
