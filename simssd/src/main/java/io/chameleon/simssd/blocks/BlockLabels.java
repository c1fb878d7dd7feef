package io.chameleon.simssd.blocks;

import io.chameleon.simssd.FlashGeometry;

/**
 * Per block: the frontier it was last filled as, and when filling began, in host writes since the mount. 9 bytes per
 * block.
 */
public final class BlockLabels {
    private final byte[] label;
    private final long[] openedAt;
    private long hostWrites;

    public BlockLabels(FlashGeometry geometry) {
        label = new byte[geometry.blocks()];
        openedAt = new long[geometry.blocks()];
    }

    public void put(int block, int frontier) {
        label[block] = (byte) frontier;
        openedAt[block] = hostWrites;
    }

    public int of(int block) {
        return label[block];
    }

    /** Host writes since the block was opened. */
    public long age(int block) {
        return hostWrites - openedAt[block];
    }

    public void hostWrote() {
        hostWrites++;
    }
}
