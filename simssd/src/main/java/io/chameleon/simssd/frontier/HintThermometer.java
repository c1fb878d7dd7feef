package io.chameleon.simssd.frontier;

import io.chameleon.simssd.FlashDevice;

/** Believes the host. */
final class HintThermometer implements Thermometer {
    @Override
    public boolean isHot(int logicalPage, int stream) {
        return stream == FlashDevice.HOT;
    }

    @Override
    public boolean wasHot(int logicalPage) {
        return false;
    }
}
