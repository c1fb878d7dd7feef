package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;

/** All host writes go to frontier 0, all copies to one frontier, perhaps the same. */
final class PlainFrontierChoice implements FrontierChoice {
    private final int copies;

    PlainFrontierChoice(int copies) {
        this.copies = copies;
    }

    @Override
    public int hostFrontiers() {
        return 1;
    }

    @Override
    public int frontierOfWrite(int logicalPage, WriteHint hint) {
        return 0;
    }

    @Override
    public int frontierOfCopies(int block) {
        return copies;
    }

    @Override
    public boolean isHot(int frontier) {
        return frontier == 0;
    }
}
