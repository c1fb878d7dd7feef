package io.chameleon.simssd;

/** Per block: the frontier it was last filled as, and when that began, in host writes since the mount. 9 bytes a block. */
final class BlockLabels {
    private final byte[] label;
    private final long[] openedAt;
    private long hostWrites;

    BlockLabels(FlashGeometry geometry) {
        label = new byte[geometry.blocks()];
        openedAt = new long[geometry.blocks()];
    }

    void put(int block, int frontier) {
        label[block] = (byte) frontier;
        openedAt[block] = hostWrites;
    }

    int of(int block) {
        return label[block];
    }

    /** Host writes since the block was opened. */
    long age(int block) {
        return hostWrites - openedAt[block];
    }

    void hostWrote() {
        hostWrites++;
    }
}
