package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.blocks.BlockLabels;

/**
 * Frontier 0 takes cold host writes, frontier 1 hot ones. Copies stay on their victim's side or have a frontier of
 * their own.
 */
final class HotColdFrontierChoice implements FrontierChoice {
    static final int WHERE_THEY_WERE = -1;

    private static final int COLD = 0;
    private static final int HOT = 1;

    private final Thermometer thermometer;
    private final BlockLabels labels;
    private final int copies;

    HotColdFrontierChoice(FlashConfig config, BlockLabels labels, int copies) {
        thermometer = Thermometer.of(config.collection().heat(), config.geometry());
        this.labels = labels;
        this.copies = copies;
    }

    @Override
    public int hostFrontiers() {
        return 2;
    }

    @Override
    public int frontierOfWrite(int logicalPage, WriteHint hint) {
        return thermometer.isHot(logicalPage, hint) ? HOT : COLD;
    }

    @Override
    public int frontierOfCopies(int block) {
        return copies == WHERE_THEY_WERE ? labels.of(block) : copies;
    }

    @Override
    public boolean isHot(int frontier) {
        return frontier == HOT;
    }

    @Override
    public int labelAtMount(int logicalPage) {
        return thermometer.wasHot(logicalPage) ? HOT : COLD;
    }
}
