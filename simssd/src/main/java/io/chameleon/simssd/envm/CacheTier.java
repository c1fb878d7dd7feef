package io.chameleon.simssd.envm;

import java.util.BitSet;

/**
 * Decides where pages live among DRAM, ENVM and flash, by one of three {@linkplain EnvmPolicy policies}, and has {@link TierMedia} move
 * them (paper, sections IV and V).
 *
 * <p>DRAM is an LRU cache. The ENVM keeps a clean list and a modified list, each by recency; an element that is written back moves to the
 * clean list by pointers alone, as the first to give up its cell. A page read from the ENVM is copied to DRAM and stays, so that it
 * need not be written there again when DRAM evicts it clean (envm reading 1).
 *
 * <p>Time enters by {@link #arrived}. Cost: O(1) a page; no allocation. One thread at a time. If a move throws, what was moved before it
 * stays moved and every page is still found where it is.
 */
public final class CacheTier {
    private static final int CACHED = 1;
    private static final int CLEAN = 1;
    private static final int MODIFIED = 2;
    /** Two back for each one in: so a list that is too long shrinks as fast as it is written (envm reading 5). */
    private static final int URGENT_WRITEBACKS = 2;

    private final TierConfig config;
    private final TierMedia media;
    private final SlotTable dram;
    private final BitSet modifiedFrames = new BitSet();
    private final SlotTable envm;
    private final RelevantData relevance = new RelevantData();
    private final WriteSizes sizes = new WriteSizes();
    private final GapPredictor gap;
    private final ConcurrencyThreshold threshold;
    private final WriteBudget budget;

    private int modifiedInDram;
    private int leftInGap;
    private long dramReads;
    private long envmReads;
    private long flashReads;
    private long dramWrites;
    private long envmWrites;
    private long flashWrites;
    private long largeWrites;
    private long modifiedEvictions;
    private long cleanEvictions;
    private long droppedEvictions;
    private long idleWritebacks;
    private long urgentWritebacks;

    public CacheTier(TierConfig config, TierMedia media) {
        this.config = config;
        this.media = media;
        dram = new SlotTable(config.dramPages(), 1);
        envm = new SlotTable(config.envmPages(), 2);
        gap = new GapPredictor(config.flashAccessNanos());
        threshold = new ConcurrencyThreshold(config.envmPages(), config.hysteresis());
        budget = new WriteBudget(config.flashPagesPerDay(), config.dayNanos());
    }

    /** A request arrives, before its pages: its moment tells how long the next gap will be. */
    public void arrived(long nowNanos) {
        gap.arrived(nowNanos);
        leftInGap = gap.elements();
    }

    /** Moves the write budget on to the day of this moment. */
    public void advance(long nowNanos) {
        budget.advance(nowNanos);
    }

    /**
     * Judges a write request by the sizes of those before it.
     *
     * @param weight share of the request that this call stands for: 1 if it is asked once for a request
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
            dramReads++;
            return;
        }
        int cell = envm.find(page);
        if (cell == SlotTable.NONE) {
            fetch(page, Place.FLASH, 0);
            flashReads++;
        } else {
            fetch(page, Place.ENVM, cell);
            envmReads++;
        }
    }

    private void fetch(long page, Place from, int slot) {
        media.move(page, from, slot, Place.HOST, 0);
        if (from == Place.ENVM) {
            usedCell(slot, envm.listOf(slot));
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
            largeWrites++;
        }
    }

    /** Policies I and II. Without DRAM or ENVM the next medium takes it. */
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
        dramWrites++;
    }

    /**
     * Policy III: what is in the ENVM is overwritten there; of the rest, small writes go to the ENVM, large ones to flash while the day's
     * budget lasts. A copy in DRAM is kept up to date; a page that is not there is not brought in.
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
            flashWrites++;
        } else {
            storeModified(page, Place.HOST, 0, 0);
            envmWrites++;
        }
    }

    /** A frame that is free, after evicting the least recently used page if need be. */
    private int frameFor() {
        int free = dram.oldest(SlotTable.FREE);
        if (free != SlotTable.NONE) {
            return free;
        }
        int victim = dram.oldest(CACHED);
        if (modifiedFrames.get(victim)) {
            saveModified(victim);
        } else {
            evictClean(victim);
        }
        dram.release(victim);
        return victim;
    }

    private void saveModified(int frame) {
        long page = dram.page(frame);
        if (envm.capacity() == 0) {
            media.move(page, Place.DRAM, frame, Place.FLASH, 0);
        } else {
            storeModified(page, Place.DRAM, frame, dram.uses(frame) - 1);
        }
        setModified(frame, false);
        modifiedEvictions++;
    }

    private void evictClean(int frame) {
        long page = dram.page(frame);
        if (envm.find(page) != SlotTable.NONE) {
            return;
        }
        threshold.evictMiss();
        boolean wanted = !config.policy().selectsCleanData() || relevance.isRelevant(dram.uses(frame));
        int cell = wanted ? cellFor(false) : SlotTable.NONE;
        if (cell == SlotTable.NONE) {
            droppedEvictions++;
            return;
        }
        media.move(page, Place.DRAM, frame, Place.ENVM, cell);
        claimCell(cell, page, CLEAN, dram.uses(frame) - 1);
        cleanEvictions++;
    }

    /** Puts a page's newest content into the ENVM, where it has a cell or gets one. */
    private void storeModified(long page, Place from, int slot, int usesBefore) {
        int cell = envm.find(page);
        if (cell == SlotTable.NONE) {
            threshold.writeMiss();
            cell = cellFor(true);
            media.move(page, from, slot, Place.ENVM, cell);
            claimCell(cell, page, MODIFIED, usesBefore);
        } else {
            media.move(page, from, slot, Place.ENVM, cell);
            usedCell(cell, MODIFIED);
        }
        for (int i = 0; i < URGENT_WRITEBACKS && threshold.exceededBy(envm.size(MODIFIED)); i++) {
            writeBack(envm.oldest(MODIFIED));
            urgentWritebacks++;
        }
    }

    /** A free cell; clean data that may not displace modified data gets {@link SlotTable#NONE} if there is no other. */
    private int cellFor(boolean modified) {
        int free = envm.oldest(SlotTable.FREE);
        if (free != SlotTable.NONE || envm.capacity() == 0) {
            return free;
        }
        int clean = envm.oldest(CLEAN);
        int oldestModified = envm.oldest(MODIFIED);
        if (clean == SlotTable.NONE || (isOblivious() && isOlder(oldestModified, clean))) {
            if (!modified && !isOblivious()) {
                return SlotTable.NONE;
            }
            writeBack(oldestModified);
            urgentWritebacks++;
            clean = oldestModified;
        }
        releaseCell(clean);
        return clean;
    }

    private boolean isOblivious() {
        return !config.policy().selectsCleanData();
    }

    private boolean isOlder(int cell, int than) {
        return cell != SlotTable.NONE && envm.lastUse(cell) < envm.lastUse(than);
    }

    private void writeBack(int cell) {
        media.move(envm.page(cell), Place.ENVM, cell, Place.FLASH, 0);
        envm.moveToOldest(cell, CLEAN);
        relevance.added(envm.uses(cell));
        budget.written(1);
    }

    private void claimCell(int cell, long page, int list, int usesBefore) {
        envm.claim(cell, page, list, usesBefore);
        if (list == CLEAN) {
            relevance.added(envm.uses(cell));
        }
    }

    private void usedCell(int cell, int toList) {
        if (envm.listOf(cell) == CLEAN) {
            relevance.removed(envm.uses(cell));
        }
        envm.use(cell, toList);
        if (toList == CLEAN) {
            relevance.added(envm.uses(cell));
        }
    }

    private void releaseCell(int cell) {
        if (envm.listOf(cell) == CLEAN) {
            relevance.removed(envm.uses(cell));
        }
        envm.release(cell);
    }

    private void setModified(int frame, boolean modified) {
        if (modifiedFrames.get(frame) != modified) {
            modifiedFrames.set(frame, modified);
            modifiedInDram += modified ? 1 : -1;
        }
    }

    /** Pages that opportunistic writeback may take before the next request, now that nobody waits. */
    public int opportunity() {
        int spared = (int) (config.idleFloor() * threshold.share() * envm.capacity());
        int waiting = Math.max(0, envm.size(MODIFIED) - spared);
        boolean affordable = !config.policy().persistsAtOnce() || budget.leftToday() >= 1;
        return affordable ? Math.min(leftInGap, waiting) : 0;
    }

    /** Takes the opportunity for one page. Only if {@link #opportunity} is positive. */
    public void writeBackOpportunely() {
        writeBack(envm.oldest(MODIFIED));
        leftInGap--;
        idleWritebacks++;
    }

    /** Copies what is modified in DRAM to where it is persistent; it stays in DRAM too. */
    public void persistDram() {
        for (int frame = modifiedFrames.nextSetBit(0); frame >= 0; frame = modifiedFrames.nextSetBit(frame + 1)) {
            saveModified(frame);
        }
    }

    /** Writes all modified data back to flash, out of DRAM too. */
    public void writeBackAll() {
        persistDram();
        for (int cell = envm.oldest(MODIFIED); cell != SlotTable.NONE; cell = envm.oldest(MODIFIED)) {
            writeBack(cell);
            urgentWritebacks++;
        }
    }

    /** Forgets a page wherever it is cached. */
    public void trim(long page) {
        int frame = dram.find(page);
        if (frame != SlotTable.NONE) {
            setModified(frame, false);
            dram.release(frame);
        }
        int cell = envm.find(page);
        if (cell != SlotTable.NONE) {
            media.clear(cell);
            releaseCell(cell);
        }
    }

    /** Forgets the page's cell if flash has the same content; returns whether it did. */
    public boolean forgetClean(long page) {
        int cell = envm.find(page);
        if (cell == SlotTable.NONE || envm.listOf(cell) != CLEAN) {
            return false;
        }
        media.clear(cell);
        releaseCell(cell);
        return true;
    }

    /** Takes note of a page found in the ENVM after a restart, before any request. Which of them flash has too is unknown: none. */
    public void recovered(long page, int cell) {
        envm.claim(cell, page, MODIFIED, 0);
    }

    /** Whether the page is in DRAM or in the ENVM. */
    public boolean isCached(long page) {
        return dram.find(page) != SlotTable.NONE || envm.find(page) != SlotTable.NONE;
    }

    /** Shows each page that is modified in DRAM, with its frame. */
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

    /** Mean bytes of the write requests so far: what divides small from large. */
    public double meanWriteBytes() {
        return sizes.mean();
    }

    public TierCounters counters() {
        return new TierCounters(
                dramReads,
                envmReads,
                flashReads,
                dramWrites,
                envmWrites,
                flashWrites,
                largeWrites,
                modifiedEvictions,
                cleanEvictions,
                droppedEvictions,
                idleWritebacks,
                urgentWritebacks,
                modifiedInDram,
                envm.size(MODIFIED),
                envm.size(CLEAN),
                threshold.share());
    }
}
