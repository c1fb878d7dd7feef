package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;

/** Takes the host's hint at face value. */
final class HintThermometer implements Thermometer {
    @Override
    public boolean isHot(int logicalPage, WriteHint hint) {
        return hint == WriteHint.HOT;
    }

    @Override
    public boolean wasHot(int logicalPage) {
        return false;
    }
}
