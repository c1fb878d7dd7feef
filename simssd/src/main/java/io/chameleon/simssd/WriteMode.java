package io.chameleon.simssd;

/** Which pages share a block: how host writes and garbage collection copies are spread over the write frontiers. */
public enum WriteMode {
    /** Host writes and copies fill the same block, as in the papers' plain page-mapped FTL. */
    SINGLE(1, 0, 0, 0),
    /** Copies, which are colder than fresh writes, fill blocks of their own. */
    HOST_AND_COPIES(2, 0, 0, 1),
    /** As {@link #HOST_AND_COPIES}, and the host's stream hint parts hot writes from cold ones. */
    HOT_COLD_AND_COPIES(3, 0, 1, 2);

    private final int frontiers;
    private final int cold;
    private final int hot;
    private final int copies;

    WriteMode(int frontiers, int cold, int hot, int copies) {
        this.frontiers = frontiers;
        this.cold = cold;
        this.hot = hot;
        this.copies = copies;
    }

    int frontiers() {
        return frontiers;
    }

    int frontierOf(int stream) {
        return stream == FlashDevice.HOT ? hot : cold;
    }

    int copyFrontier() {
        return copies;
    }
}
