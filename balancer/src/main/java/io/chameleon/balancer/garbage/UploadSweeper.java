package io.chameleon.balancer.garbage;

import io.chameleon.core.mapping.table.GarbageTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the mapping table delete the chunks of uploads whose clients died before their object was whole. Which these are, metadata decides
 * by its own clock, the one that refuses late commits; the reaper deletes their fragments.
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
     * Returns the uploads swept.
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
            LOG.info("deleted the chunks of {} uploads that were never completed", swept);
        }
        return swept;
    }
}
