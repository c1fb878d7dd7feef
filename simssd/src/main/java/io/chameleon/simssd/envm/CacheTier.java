package io.chameleon.simssd.envm;

import java.util.BitSet;

/**
 * Decides whether a page is stored in DRAM, ENVM or flash, by one of three {@linkplain EnvmPolicy policies};
 * {@link TierMedia} moves the pages (paper, sections IV and V).
 *
 * <p>DRAM is an LRU cache. The ENVM keeps a clean list and a modified list ({@link CellLists}). A page read from the
 * ENVM is copied to DRAM and stays, so that it need not be written there again if DRAM evicts it clean (ENVM reading
 * 1).
 *
 * <p>Time enters by {@link #arrived}. Cost: O(1) per page; no allocation. One thread at a time. If a move throws,
 * earlier moves remain and every page can still be found.
 */
public final class CacheTier {
    private static final int CACHED = 1;

    private final TierConfig config;
    private final TierMedia media;
    private final SlotTable dram;
    private final BitSet modifiedFrames = new BitSet();
    private final CellLists envm;
    private final WriteSizes sizes = new WriteSizes();
    private final GapPredictor gap;
    private final WriteBudget budget;
    private final TierCounts counts = new TierCounts();

    private int modifiedInDram;
    private int leftInGap;

    public CacheTier(TierConfig config, TierMedia media) {
        this.config = config;
        this.media = media;
        dram = new SlotTable(config.dramPages(), 1);
        gap = new GapPredictor(config.flashAccessNanos());
        budget = new WriteBudget(config.flashPagesPerDay(), config.dayNanos());
        envm = new CellLists(config, media, budget, counts);
    }

    /** A request arrives, before its pages: its time predicts the next gap. */
    public void arrived(long nowNanos) {
        gap.arrived(nowNanos);
        leftInGap = gap.elements();
    }

    /** Advances the write budget to the day of this time. */
    public void advance(long nowNanos) {
        budget.advance(nowNanos);
    }

    /**
     * Judges a write request by the sizes of those before it.
     *
     * @param weight share of the request that this call represents: 1 for one call per request
     */
    public boolean isLarge(long requestBytes, double weight) {
        return sizes.isLarge(requestBytes, weight);
    }

    /** Reads one page for the host. */
    public void read(long page) {
        int frame = dram.find(page);
        if (frame != SlotTable.NONE) {
            media.move(page, Place.DRAM, frame, Place.HOST, 0);
            dram.use(frame, CACHED);
            counts.dramReads++;
            return;
        }
        int cell = envm.find(page);
        if (cell == SlotTable.NONE) {
            fetch(page, Place.FLASH, 0);
            counts.flashReads++;
        } else {
            fetch(page, Place.ENVM, cell);
            counts.envmReads++;
        }
    }

    private void fetch(long page, Place from, int slot) {
        media.move(page, from, slot, Place.HOST, 0);
        if (from == Place.ENVM) {
            envm.read(slot);
        }
        if (dram.capacity() > 0) {
            int frame = frameFor();
            media.move(page, Place.HOST, 0, Place.DRAM, frame);
            dram.claim(frame, page, CACHED, 0);
        }
    }

    /** Writes one page for the host. */
    public void write(long page, boolean large) {
        budget.requested(1);
        if (config.policy().persistsAtOnce()) {
            persist(page, large);
        } else {
            writeToDram(page);
        }
        if (large) {
            counts.largeWrites++;
        }
    }

    /** Policies I and II. Without DRAM or ENVM the next medium takes the page. */
    private void writeToDram(long page) {
        if (dram.capacity() == 0) {
            writeThrough(page, envm.capacity() == 0);
            return;
        }
        int found = dram.find(page);
        int frame = found == SlotTable.NONE ? frameFor() : found;
        media.move(page, Place.HOST, 0, Place.DRAM, frame);
        if (found == SlotTable.NONE) {
            dram.claim(frame, page, CACHED, 0);
        } else {
            dram.use(frame, CACHED);
        }
        setModified(frame, true);
        counts.dramWrites++;
    }

    /**
     * Policy III: pages in the ENVM are overwritten there. Of the others, small writes go to the ENVM, large ones to
     * flash while the day's budget lasts. A copy in DRAM is updated; a page that is not there is not brought in.
     */
    private void persist(long page, boolean large) {
        boolean hit = envm.find(page) != SlotTable.NONE;
        boolean toFlash = envm.capacity() == 0 || (!hit && large && budget.leftToday() >= 1);
        writeThrough(page, toFlash);
        int frame = dram.find(page);
        if (frame != SlotTable.NONE) {
            media.move(page, Place.HOST, 0, Place.DRAM, frame);
            dram.use(frame, CACHED);
        }
    }

    private void writeThrough(long page, boolean toFlash) {
        if (toFlash) {
            media.move(page, Place.HOST, 0, Place.FLASH, 0);
            budget.written(1);
            counts.flashWrites++;
        } else {
            envm.storeModified(page, Place.HOST, 0, 0);
            counts.envmWrites++;
        }
    }

    /** A free frame, after evicting the least recently used page if needed. */
    private int frameFor() {
        int free = dram.oldest(SlotTable.FREE);
        if (free != SlotTable.NONE) {
            return free;
        }
        int victim = dram.oldest(CACHED);
        if (modifiedFrames.get(victim)) {
            saveModified(victim);
        } else {
            envm.offerClean(dram.page(victim), victim, dram.uses(victim));
        }
        dram.release(victim);
        return victim;
    }

    private void saveModified(int frame) {
        long page = dram.page(frame);
        if (envm.capacity() == 0) {
            media.move(page, Place.DRAM, frame, Place.FLASH, 0);
        } else {
            envm.storeModified(page, Place.DRAM, frame, dram.uses(frame) - 1);
        }
        setModified(frame, false);
        counts.modifiedEvictions++;
    }

    private void setModified(int frame, boolean modified) {
        if (modifiedFrames.get(frame) != modified) {
            modifiedFrames.set(frame, modified);
            modifiedInDram += modified ? 1 : -1;
        }
    }

    /** Pages that opportunistic writeback may take before the next request, while no request waits. */
    public int opportunity() {
        int spared = (int) (config.idleFloor() * envm.modifiedShare() * envm.capacity());
        int waiting = Math.max(0, envm.modified() - spared);
        boolean affordable = !config.policy().persistsAtOnce() || budget.leftToday() >= 1;
        return affordable ? Math.min(leftInGap, waiting) : 0;
    }

    /** Takes the opportunity for one page. Only if {@link #opportunity} is positive. */
    public void writeBackOpportunely() {
        envm.writeBackOpportunely();
        leftInGap--;
    }

    /** Copies modified pages in DRAM to persistent media; they stay in DRAM too. */
    public void persistDram() {
        for (int frame = modifiedFrames.nextSetBit(0); frame >= 0; frame = modifiedFrames.nextSetBit(frame + 1)) {
            saveModified(frame);
        }
    }

    /** Writes all modified data back to flash, also out of DRAM. */
    public void writeBackAll() {
        persistDram();
        while (envm.modified() > 0) {
            envm.writeBackUrgently();
        }
    }

    /** Drops a page from all caches. */
    public void trim(long page) {
        int frame = dram.find(page);
        if (frame != SlotTable.NONE) {
            setModified(frame, false);
            dram.release(frame);
        }
        envm.trim(page);
    }

    /** Drops the page's cell if flash has the same content; returns whether it did. */
    public boolean forgetClean(long page) {
        return envm.forgetClean(page);
    }

    /**
     * Registers a page found in the ENVM after a restart, before any request. Flash may have it too, but it is assumed
     * not to.
     */
    public void recovered(long page, int cell) {
        envm.recovered(page, cell);
    }

    /** Whether the page is in DRAM or in the ENVM. */
    public boolean isCached(long page) {
        return dram.find(page) != SlotTable.NONE || envm.find(page) != SlotTable.NONE;
    }

    /** Visits each modified page in DRAM, with its frame. */
    public void forEachModifiedInDram(DramVisitor visitor) {
        for (int frame = modifiedFrames.nextSetBit(0); frame >= 0; frame = modifiedFrames.nextSetBit(frame + 1)) {
            visitor.visit(dram.page(frame), frame);
        }
    }

    /** Receives pages in DRAM. */
    @FunctionalInterface
    public interface DramVisitor {
        void visit(long page, int frame);
    }

    /** The cell of a page, or -1. */
    public int cellOf(long page) {
        return envm.find(page);
    }

    /** The frame of a page, or -1. */
    public int frameOf(long page) {
        return dram.find(page);
    }

    public int modifiedInDram() {
        return modifiedInDram;
    }

    /** Pages that flash may still take today by its budget; infinite without one, negative if it took more. */
    public double budgetLeft() {
        return budget.leftToday();
    }

    /** Mean bytes of the write requests so far: the limit between small and large. */
    public double meanWriteBytes() {
        return sizes.mean();
    }

    public TierCounters counters() {
        return counts.with(modifiedInDram, envm.modified(), envm.clean(), envm.modifiedShare());
    }
}
