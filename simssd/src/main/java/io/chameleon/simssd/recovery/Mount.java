package io.chameleon.simssd.recovery;

import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.ftl.FlashTranslationLayer;
import io.chameleon.simssd.nand.DeviceCounters;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.report.MountReport;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Restores the state of an array: reads its out-of-band areas ({@link OobScan}), makes what it found durable, erases
 * dead blocks, and passes the blocks to the classes that manage them.
 *
 * <p>A crash during collection may fill all free blocks with copies, and without a free block collection can never run
 * again. Why a free block always exists:
 * <ol>
 *   <li>A running device has {@link BlockPool#KEPT_READY} blocks ready whenever it begins a sync. If none is free at
 *       mount, everything programmed since the beginning of the last sync is dropped. No sync acknowledged it, what it
 *       superseded still exists (a victim is erased only after a sync that covers its copies has ended), and the block
 *       ready at that time is free again.
 *   <li>The mount ends by collecting until that promise can be kept again, before any host write. After a crash at that
 *       point, the block opened last holds only copies. Either one of their victims is erased, and free, or all victims
 *       are intact, and the copies can be dropped instead ({@link TwinRelease}).
 * </ol>
 */
public final class Mount {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final PageIo pages;
    private final MountProgress progress;
    private final FoundPages found;
    private MountReport report;
    private long torn;
    private DeviceCounters counters;
    private @Nullable InputStream ownerState;

    private Mount(FlashGeometry geometry, NandArray nand, PageIo pages, MountProgress progress) {
        this.geometry = geometry;
        this.nand = nand;
        this.pages = pages;
        this.progress = progress;
        counters = nand.counters();
        found = new FoundPages(geometry, nand);
        report = new MountReport(0, 0, 0, 0);
    }

    /** Mounts the array; when this returns, everything found is durable and every free block is erased. */
    public static Mount of(FlashGeometry geometry, NandArray nand, PageIo pages, MountProgress progress) {
        Mount mount = new Mount(geometry, nand, pages, progress);
        if (!nand.isNew() && !mount.resumeFromCheckpoint()) {
            mount.scan(Long.MAX_VALUE);
            if (nand.isPersistent()) {
                mount.seeToAFreeBlock();
                nand.rewriteEraseCounts();
            }
        }
        if (nand.isPersistent()) {
            mount.makeDurable();
        }
        return mount;
    }

    /** A checkpoint that leaves no block to collect into is left to the scan, which can free one. */
    private boolean resumeFromCheckpoint() {
        progress.at("checkpoint", 0, 1);
        CheckpointInput owner = Checkpoint.load(geometry, nand, found);
        if (owner == null || found.freeBlocks() == 0) {
            return false;
        }
        ownerState = owner;
        counters = counters.allDurableUpTo(counters.sequence());
        report = new MountReport(found.map().livePages(), 0, 0, 0);
        return true;
    }

    /** What the device's owner added to the checkpoint; null if there is none. */
    @Nullable
    public InputStream ownerState() {
        return ownerState;
    }

    public PageMap map() {
        return found.map();
    }

    public MountReport report() {
        return new MountReport(report.mappedPages(), report.stalePages(), torn, report.corruptPages());
    }

    /** Free blocks go to the pool, the others to the translation layer. */
    public void settle(BlockPool pool, FlashTranslationLayer ftl) {
        ftl.resume(counters);
        for (int block = 0; block < geometry.blocks(); block++) {
            if (found.isFree(block)) {
                pool.addErased(block);
            } else if (found.map().liveInBlock(block) > 0) {
                ftl.resumeBlock(block, found.programmedInBlock()[block]);
            }
        }
        if (nand.isPersistent()) {
            ftl.recoverReserve();
        }
    }

    private void seeToAFreeBlock() {
        if (found.freeBlocks() == 0) {
            scan(nand.counters().sequence());
        }
        if (found.freeBlocks() == 0) {
            new TwinRelease(geometry, nand, pages, found.map()).run();
        }
    }

    /** From the second save on, no slot names the checkpoint any more, so it is invalid even if it remains. */
    private void makeDurable() {
        nand.force();
        nand.saveCounters(counters);
        nand.force();
        nand.saveCounters(counters);
        nand.force();
        discardCheckpoint();
        for (int block = 0; block < geometry.blocks(); block++) {
            if (found.isFree(block) && found.programmedInBlock()[block] > 0) {
                eraseOrGiveUp(block);
            }
        }
        nand.force();
    }

    private void eraseOrGiveUp(int block) {
        if (!nand.erase(block)) {
            nand.markBad(block);
        }
    }

    private void discardCheckpoint() {
        try {
            nand.checkpoint().discard();
        } catch (IOException e) {
            throw new DeviceFailedException("cannot discard the checkpoint", e);
        }
    }

    private void scan(long newestAllowed) {
        found.clear();
        OobScan scan = new OobScan(geometry, nand, pages, newestAllowed, found, progress).run();
        torn += scan.report().tornPages();
        counters = counters.allDurableUpTo(Math.max(counters.sequence(), scan.lastSequence()));
        report = scan.report();
    }
}
