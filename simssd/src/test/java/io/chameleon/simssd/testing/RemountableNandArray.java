package io.chameleon.simssd.testing;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.nand.ForwardingNandArray;
import io.chameleon.simssd.nand.MemoryNandArray;

/**
 * In-memory pages that outlive the device. The device keeps the order that a disk needs, and may be closed and mounted
 * again.
 */
public final class RemountableNandArray extends ForwardingNandArray {
    private final long[] trims;

    public RemountableNandArray(FlashGeometry geometry) {
        super(new MemoryNandArray(geometry));
        trims = new long[(int) geometry.logicalPages()];
    }

    @Override
    public boolean isPersistent() {
        return true;
    }

    @Override
    public void saveTrims(int[] pages, int count, long sequence) {
        for (int i = 0; i < count; i++) {
            trims[pages[i]] = sequence;
        }
    }

    @Override
    public int loadTrims(TrimVisitor visitor) {
        long[] found = trims.clone();
        for (int page = 0; page < found.length; page++) {
            if (found[page] > 0) {
                visitor.trimmed(page, found[page]);
            }
        }
        return 0;
    }

    @Override
    public void close() {}

    public void discardAll() {
        nand.close();
    }
}
