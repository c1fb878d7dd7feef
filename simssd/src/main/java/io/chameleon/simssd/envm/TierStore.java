package io.chameleon.simssd.envm;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.PageVisitor;
import io.chameleon.simssd.report.WearStatistics;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The bytes of a tier: DRAM frames, ENVM cells and the flash device, and the copies between them that {@link CacheTier}
 * asks for. One thread at a time, except {@link #force}.
 *
 * <p>The rule that protects data: a cell that was written back keeps its page until flash has synced it. If the cell
 * must take another page before that, flash is synced first; pages are written back in batches, so one sync frees many
 * cells.
 *
 * <p>Flash does not give back a page's owner bytes, so a clean page read from flash goes to the ENVM without them, as a
 * mere copy that a restart drops. A page written by the host keeps them wherever it goes.
 */
final class TierStore implements TierMedia {
    private final FlashDevice flash;
    private final EnvmCells cells;
    private final long readNanos;
    private final long writeNanos;
    private final Frame[] frames;
    private final Frame host;
    private final Frame staging;
    /** Pages that flash does not hold, in any version. */
    private final BitSet notOnFlash = new BitSet();

    private WriteHint latestHint = WriteHint.UNKNOWN;
    private int onlyInTier;
    /** Number of the flash write (trims count too) that wrote the cell's page back; 0 if none did. */
    private final long[] writtenBack;

    private long flashWrites;
    private long flashSynced;
    /** The last write or trim of flash for which a host waits, as opposed to a writeback. */
    private long hostWrite;

    private long nanos;
    private long lostPages;

    TierStore(FlashDevice flash, EnvmCells cells, EnvmConfig config) {
        this.flash = flash;
        this.cells = cells;
        readNanos = config.timing().read().toNanos();
        writeNanos = config.timing().write().toNanos();
        int pageBytes = flash.geometry().pageBytes();
        frames = new Frame[config.tier(flash.geometry()).dramPages()];
        host = new Frame(pageBytes);
        staging = new Frame(pageBytes);
        writtenBack = new long[cells.count()];
    }

    /** Registers the content of the cells with the tier. */
    void recover(CacheTier tier) {
        for (int cell = 0; cell < cells.count(); cell++) {
            long page = cells.page(cell);
            if (page != EnvmCells.EMPTY) {
                tier.recovered(page, cell);
                noteHeld(page);
            }
        }
    }

    /** Takes what the host writes, for the moves from {@link Place#HOST} that follow. */
    void fromHost(long page, MemorySegment data, MemorySegment spare, WriteHint hint) {
        fill(data, host.data);
        fill(spare, host.spare);
        host.hasSpare = true;
        latestHint = hint;
        noteHeld(page);
    }

    /** Returns the data of the last read. */
    void toHost(MemorySegment into) {
        into.copyFrom(host.dataSegment.asSlice(0, into.byteSize()));
    }

    private static void fill(MemorySegment from, byte[] to) {
        int length = (int) from.byteSize();
        MemorySegment.ofArray(to).asSlice(0, length).copyFrom(from);
        Arrays.fill(to, length, to.length, (byte) 0);
    }

    /** The tier is about to hold the page; flash may not. */
    private void noteHeld(long page) {
        if (!notOnFlash.get((int) page) && !flash.isMapped(page)) {
            notOnFlash.set((int) page);
            onlyInTier++;
        }
    }

    /** The write of {@link #fromHost} failed, and nothing holds the page. */
    void noteNowhere(long page) {
        noteOnFlash(page);
    }

    private void noteOnFlash(long page) {
        if (notOnFlash.get((int) page)) {
            notOnFlash.clear((int) page);
            onlyInTier--;
        }
    }

    @Override
    public void move(long page, Place from, int slot, Place to, int toSlot) {
        if (from == Place.ENVM && to == Place.FLASH) {
            writeBack(page, slot);
            return;
        }
        Frame content = switch (from) {
            case HOST -> host;
            case DRAM -> frames[slot];
            case ENVM -> readCell(slot, host);
            case FLASH -> readFlash(page);
        };
        switch (to) {
            case HOST -> host.set(content);
            case DRAM -> frame(toSlot).set(content);
            case ENVM -> putCell(toSlot, page, content);
            case FLASH -> hostWrite = writeFlash(page, content, latestHint);
        }
    }

    private Frame frame(int slot) {
        Frame frame = frames[slot];
        if (frame == null) {
            frame = new Frame(host.data.length);
            frames[slot] = frame;
        }
        return frame;
    }

    private Frame readCell(int cell, Frame into) {
        nanos += readNanos;
        cells.read(cell, into.data, into.spare);
        into.hasSpare = !cells.isCopy(cell);
        return into;
    }

    private Frame readFlash(long page) {
        flash.read(page, host.dataSegment);
        host.hasSpare = false;
        return host;
    }

    private void putCell(int cell, long page, Frame content) {
        if (writtenBack[cell] > flashSynced && cells.page(cell) != page) {
            syncFlash();
        }
        nanos += writeNanos;
        cells.put(cell, page, content.data, content.hasSpare ? content.spare : null);
        writtenBack[cell] = 0;
    }

    private long writeFlash(long page, Frame content, WriteHint hint) {
        flash.write(page, content.dataSegment, content.spareSegment, hint);
        noteOnFlash(page);
        return ++flashWrites;
    }

    /** A modified page that has become unreadable is lost: no page is better than its former content. */
    private void writeBack(long page, int cell) {
        try {
            readCell(cell, staging);
            writtenBack[cell] = writeFlash(page, staging, WriteHint.COLD); // written long ago, and not since
        } catch (CorruptPageException _) {
            lostPages++;
            trim(page);
        }
    }

    @Override
    public void clear(int cell) {
        nanos += writeNanos;
        cells.clear(cell);
        writtenBack[cell] = 0;
    }

    /** A host's sync waits for a trim as for a write. */
    void trim(long page) {
        noteOnFlash(page);
        if (flash.isMapped(page)) {
            flash.trim(page);
            hostWrite = ++flashWrites;
        }
    }

    boolean isMapped(long page) {
        return notOnFlash.get((int) page) || flash.isMapped(page);
    }

    /** Simulated time spent in the ENVM since the last call. */
    long takeNanos() {
        long spent = nanos;
        nanos = 0;
        return spent;
    }

    private void syncFlash() {
        long upTo = flashWrites;
        flash.sync();
        flashSynced = Math.max(flashSynced, upTo);
    }

    /** @param flashWrites the flash writes that a sync of flash would make durable; 0 if none is needed */
    record SyncPoint(long cells, boolean forcesCells, long flashWrites) {}

    SyncPoint beginSync() {
        boolean flashWaits = hostWrite > flashSynced;
        return new SyncPoint(cells.beginForce(), cells.isDirty(), flashWaits ? flashWrites : 0);
    }

    void force(SyncPoint point) {
        if (point.forcesCells) {
            cells.force();
        }
        if (point.flashWrites > 0) {
            flash.sync();
        }
    }

    void endSync(SyncPoint point) {
        if (point.forcesCells) {
            cells.endForce(point.cells);
        }
        flashSynced = Math.max(flashSynced, point.flashWrites);
    }

    /** Visits every page once, with the owner bytes of its newest content. */
    void scan(CacheTier tier, PageVisitor visitor) {
        BitSet shown = new BitSet();
        tier.forEachModifiedInDram((page, frame) -> shown.set((int) page));
        for (int page = shown.nextSetBit(0); page >= 0; page = shown.nextSetBit(page + 1)) {
            // The visitor may trim later pages.
            int frame = tier.frameOf(page);
            if (frame >= 0) {
                visitor.visit(page, frames[frame].spareSegment.asReadOnly());
            }
        }
        byte[] spare = new byte[FlashDevice.SPARE_BYTES];
        for (int cell = 0; cell < cells.count(); cell++) {
            long page = cells.page(cell);
            if (page != EnvmCells.EMPTY && !cells.isCopy(cell) && tier.cellOf(page) == cell && !shown.get((int) page)) {
                shown.set((int) page);
                showCell(cell, page, spare, visitor);
            }
        }
        flash.scan(new Unseen(visitor, shown));
    }

    private void showCell(int cell, long page, byte[] spare, PageVisitor visitor) {
        try {
            cells.readSpare(cell, spare);
        } catch (CorruptPageException _) {
            visitor.corrupt(page);
            return;
        }
        visitor.visit(page, MemorySegment.ofArray(spare).asReadOnly());
    }

    /** Passes on the pages that were not shown yet. */
    private record Unseen(PageVisitor visitor, BitSet shown) implements PageVisitor {
        @Override
        public void visit(long logicalPage, MemorySegment spare) {
            if (!shown.get((int) logicalPage)) {
                visitor.visit(logicalPage, spare);
            }
        }

        @Override
        public void corrupt(long logicalPage) {
            if (!shown.get((int) logicalPage)) {
                visitor.corrupt(logicalPage);
            }
        }
    }

    WearStatistics withCachedPages(WearStatistics wear) {
        return onlyInTier == 0 ? wear : wear.withLivePages(wear.livePages() + onlyInTier);
    }

    int cells() {
        return cells.count();
    }

    long envmPageWrites() {
        return cells.writes();
    }

    long lostPages() {
        return lostPages;
    }

    void close() {
        cells.close();
    }

    /** One page of bytes with its owner's. */
    private static final class Frame {
        final byte[] data;
        final byte[] spare = new byte[FlashDevice.SPARE_BYTES];
        final MemorySegment dataSegment;
        final MemorySegment spareSegment = MemorySegment.ofArray(spare);
        boolean hasSpare;

        Frame(int pageBytes) {
            data = new byte[pageBytes];
            dataSegment = MemorySegment.ofArray(data);
        }

        void set(Frame from) {
            if (from != this) {
                System.arraycopy(from.data, 0, data, 0, data.length);
                System.arraycopy(from.spare, 0, spare, 0, spare.length);
                hasSpare = from.hasSpare;
            }
        }
    }
}
