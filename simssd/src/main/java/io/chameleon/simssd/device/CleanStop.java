package io.chameleon.simssd.device;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.OwnerState;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.ftl.FlashTranslationLayer;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.recovery.Checkpoint;
import java.io.IOException;

/**
 * What a device leaves behind when it is closed, so that the next mount need not scan it. The stop itself never fails
 * for lack of a checkpoint: without one, the next mount only takes longer.
 */
final class CleanStop {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final PageMap map;
    private final FlashTranslationLayer ftl;

    CleanStop(FlashGeometry geometry, NandArray nand, PageMap map, FlashTranslationLayer ftl) {
        this.geometry = geometry;
        this.nand = nand;
        this.map = map;
        this.ftl = ftl;
    }

    /** Makes everything durable that there will ever be, and notes what the next mount would have to scan for. */
    void settle(OwnerState owner) {
        ftl.settle(); // notes that the last sync ended, too, so that a scan need not read pages to see
        if (nand.isPersistent()) {
            checkpoint(owner);
        }
    }

    private void checkpoint(OwnerState owner) {
        try {
            Checkpoint.save(geometry, nand, map, ftl.programmedInBlock(), owner);
        } catch (IOException e) {
            try {
                nand.checkpoint().discard();
            } catch (IOException unfinished) {
                // What is left of it is not taken for a checkpoint.
            }
        }
    }
}
