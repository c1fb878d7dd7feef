package io.chameleon.simssd.envm;

/**
 * The ENVM part of {@link CacheTier}: which page has which cell, on the clean or the modified list, each ordered by
 * recency, and which cell the next page gets. An element that is written back moves to the clean list by pointers alone
 * and is the first to give up its cell.
 *
 * <p>Cost: O(1) per page; no allocation after construction. One thread at a time.
 */
final class CellLists {
    private static final int CLEAN = 1;
    private static final int MODIFIED = 2;
    /**
     * Two writebacks for each page that enters, so that a list that is too long shrinks as fast as it is written (ENVM
     * reading 5).
     */
    private static final int URGENT_WRITEBACKS = 2;

    private final EnvmPolicy policy;
    private final TierMedia media;
    private final WriteBudget budget;
    private final TierCounts counts;
    private final SlotTable cells;
    private final RelevantData relevance = new RelevantData();
    private final ConcurrencyThreshold threshold;

    CellLists(TierConfig config, TierMedia media, WriteBudget budget, TierCounts counts) {
        this.policy = config.policy();
        this.media = media;
        this.budget = budget;
        this.counts = counts;
        cells = new SlotTable(config.envmPages(), 2);
        threshold = new ConcurrencyThreshold(config.envmPages(), config.hysteresis());
    }

    int capacity() {
        return cells.capacity();
    }

    int clean() {
        return cells.size(CLEAN);
    }

    int modified() {
        return cells.size(MODIFIED);
    }

    /** Share of the cells that modified data may take now, S of Eq. 5. */
    double modifiedShare() {
        return threshold.share();
    }

    /** The cell of a page, or {@link SlotTable#NONE}. */
    int find(long page) {
        return cells.find(page);
    }

    /** Counts a read of the cell. */
    void read(int cell) {
        use(cell, cells.listOf(cell));
    }

    /** Stores a page's newest content in the ENVM, in its cell or a new one. */
    void storeModified(long page, Place from, int slot, int usesBefore) {
        int cell = cells.find(page);
        if (cell == SlotTable.NONE) {
            threshold.writeMiss();
            cell = cellFor(true);
            media.move(page, from, slot, Place.ENVM, cell);
            claim(cell, page, MODIFIED, usesBefore);
        } else {
            media.move(page, from, slot, Place.ENVM, cell);
            use(cell, MODIFIED);
        }
        for (int i = 0; i < URGENT_WRITEBACKS && threshold.exceededBy(cells.size(MODIFIED)); i++) {
            writeBackUrgently();
        }
    }

    /** Offers a cell to a clean page that leaves DRAM, if it has none and is relevant. */
    void offerClean(long page, int frame, int uses) {
        if (cells.find(page) != SlotTable.NONE) {
            return;
        }
        threshold.evictMiss();
        boolean wanted = isOblivious() || relevance.isRelevant(uses);
        int cell = wanted ? cellFor(false) : SlotTable.NONE;
        if (cell == SlotTable.NONE) {
            counts.droppedEvictions++;
            return;
        }
        media.move(page, Place.DRAM, frame, Place.ENVM, cell);
        claim(cell, page, CLEAN, uses - 1);
        counts.cleanEvictions++;
    }

    /** A free cell; clean data that may not displace modified data gets {@link SlotTable#NONE} if there is no other. */
    private int cellFor(boolean modified) {
        int free = cells.oldest(SlotTable.FREE);
        if (free != SlotTable.NONE || cells.capacity() == 0) {
            return free;
        }
        int clean = cells.oldest(CLEAN);
        int oldestModified = cells.oldest(MODIFIED);
        if (clean == SlotTable.NONE || (isOblivious() && isOlder(oldestModified, clean))) {
            if (!modified && !isOblivious()) {
                return SlotTable.NONE;
            }
            writeBackUrgently();
            clean = oldestModified;
        }
        release(clean);
        return clean;
    }

    private boolean isOblivious() {
        return !policy.selectsCleanData();
    }

    private boolean isOlder(int cell, int than) {
        return cell != SlotTable.NONE && cells.lastUse(cell) < cells.lastUse(than);
    }

    /** While a request waits for it. Only if there is modified data. */
    void writeBackUrgently() {
        writeBackOldest();
        counts.urgentWritebacks++;
    }

    /** While no request waits. Only if there is modified data. */
    void writeBackOpportunely() {
        writeBackOldest();
        counts.idleWritebacks++;
    }

    private void writeBackOldest() {
        int cell = cells.oldest(MODIFIED);
        media.move(cells.page(cell), Place.ENVM, cell, Place.FLASH, 0);
        cells.moveToOldest(cell, CLEAN);
        relevance.added(cells.uses(cell));
        budget.written(1);
    }

    /** Drops the page. */
    void trim(long page) {
        int cell = cells.find(page);
        if (cell != SlotTable.NONE) {
            media.clear(cell);
            release(cell);
        }
    }

    /** Drops the page if flash has the same content; returns whether it did. */
    boolean forgetClean(long page) {
        int cell = cells.find(page);
        if (cell == SlotTable.NONE || cells.listOf(cell) != CLEAN) {
            return false;
        }
        media.clear(cell);
        release(cell);
        return true;
    }

    /** Registers a page found in this cell as modified, since flash may not have it. */
    void recovered(long page, int cell) {
        cells.claim(cell, page, MODIFIED, 0);
    }

    private void claim(int cell, long page, int list, int usesBefore) {
        cells.claim(cell, page, list, usesBefore);
        if (list == CLEAN) {
            relevance.added(cells.uses(cell));
        }
    }

    private void use(int cell, int toList) {
        if (cells.listOf(cell) == CLEAN) {
            relevance.removed(cells.uses(cell));
        }
        cells.use(cell, toList);
        if (toList == CLEAN) {
            relevance.added(cells.uses(cell));
        }
    }

    private void release(int cell) {
        if (cells.listOf(cell) == CLEAN) {
            relevance.removed(cells.uses(cell));
        }
        cells.release(cell);
    }
}
