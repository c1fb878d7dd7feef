package io.chameleon.balancer.garbage;

import io.chameleon.core.mapping.table.GarbageTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the mapping table delete the chunks of uploads whose clients died before their object was complete, and the
 * components that nothing refers to. Metadata decides which these are by its own clock, the one that refuses late
 * commits; the reaper deletes their fragments.
 */
public final class UploadSweeper {
    private static final Logger LOG = LoggerFactory.getLogger(UploadSweeper.class);
    private static final int AT_ONCE = 100;

    private final GarbageTable table;
    private final int atOnce;

    public UploadSweeper(GarbageTable table, int mostPerPage) {
        this.table = table;
        this.atOnce = Math.min(AT_ONCE, mostPerPage);
    }

    /**
     * Returns the uploads and components swept.
     *
     * @throws io.chameleon.core.error.ChameleonError with code FENCED once another leader has taken over
     */
    public int sweep(long fence) {
        int swept = 0;
        int last;
        do {
            last = table.sweepUploads(fence, atOnce);
            swept += last;
        } while (last == atOnce);
        if (swept > 0) {
            LOG.info("deleted {} uploads that were never completed, or components that nothing refers to", swept);
        }
        return swept;
    }
}
