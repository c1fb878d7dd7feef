package io.chameleon.simssd.ftl;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.PagesToWrite;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.blocks.BadBlocks;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.frontier.FrontierChoice;
import io.chameleon.simssd.frontier.Frontiers;
import io.chameleon.simssd.gc.Candidates;
import io.chameleon.simssd.gc.GarbageCollector;
import io.chameleon.simssd.nand.DeviceCounters;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.report.DeviceHealth;
import java.util.Arrays;

/**
 * Page-mapped translation with write frontiers and foreground garbage collection. Decides where pages go;
 * {@link HostWrites} and the {@link GarbageCollector} move them there.
 *
 * <p>A host write is {@link #allocate} (which may collect), the program, then {@link #map}: a program that fails leaves
 * the old content mapped. Several at once are {@link #allocateRun}, all their programs, then {@link #map} of each. If
 * the host's frontier is full, the next host write begins with the {@link GarbageCollector}'s search for another block.
 *
 * <p>Cost: O(1) amortised per page programmed, plus the {@link VictimPolicy}'s cost; no allocation. Threads: one at a
 * time.
 */
public final class FlashTranslationLayer {
    /** One erases collected blocks, the next makes the erases durable. */
    private static final int SYNCS_TO_SETTLE = 3;

    private final FlashConfig config;
    private final int pagesPerBlock;
    private final PageNumbers numbers;
    private final NandArray nand;
    private final PageMap map;
    private final BlockLabels labels;
    private final BlockPool pool;
    private final FrontierChoice choice;
    private final Frontiers frontiers;
    private final Candidates candidates;
    private final GarbageCollector collector;
    private final TrimLog trimLog;
    private final DeviceHealth health;
    private final BadBlocks badBlocks;

    private long hostWrites;
    private long trims;
    private long durableSequence;

    public FlashTranslationLayer(
            FlashConfig config,
            NandArray nand,
            PageMap map,
            BlockPool pool,
            BlockLabels labels,
            Candidates candidates,
            PageIo pages,
            DeviceOptions options) {
        this.config = config;
        FlashGeometry geometry = config.geometry();
        pagesPerBlock = geometry.pagesPerBlock();
        numbers = geometry.pageNumbers();
        this.nand = nand;
        this.map = map;
        this.pool = pool;
        this.labels = labels;
        choice = FrontierChoice.of(config, map, labels);
        frontiers = new Frontiers(geometry, config.frontiers(), choice.hostFrontiers());
        this.candidates = candidates;
        trimLog = new TrimLog(nand, map);
        health = options.health();
        boolean careful = nand.isPersistent() || nand.isFallible();
        badBlocks = new BadBlocks(nand, pool, map, health, config.dispensableBlocks(careful));
        collector = new GarbageCollector(
                config,
                nand,
                map,
                labels,
                pool,
                choice,
                frontiers,
                candidates,
                pages,
                badBlocks,
                options.schedule(),
                this::sync);
    }

    /** Chooses the physical page for a host write, collecting first if need be, and numbers its program. */
    int allocate(int logicalPage, WriteHint hint) {
        badBlocks.requireWritable();
        int frontier = choice.frontierOfWrite(logicalPage, hint);
        makeRoom(frontier);
        return take(frontier);
    }

    /**
     * Chooses physical pages for host writes from number {@code first} on: for that one, collecting first if needed,
     * and for as many of the next as go to the same frontier without another collection. A collection must find all
     * programs done, so the whole run must be programmed and {@link #map mapped} before any other call.
     *
     * <p>The places are those that {@link #allocate} would choose if each page were mapped before the next is
     * allocated: the {@link FrontierChoice} uses the page's own former place, labels and the count of host writes, and
     * mapping other pages changes none of them.
     *
     * @param most writes to allocate for, at least 1
     * @param frontier {@link PageRun#nextFrontier} of the run before, else {@link Frontiers#NONE}: a
     *     {@link FrontierChoice} is called once per write
     */
    PageRun allocateRun(PagesToWrite writes, int first, int most, WriteHint hint, int frontier) {
        badBlocks.requireWritable();
        int own = frontier == Frontiers.NONE ? choice.frontierOfWrite(writes.logicalPage(first), hint) : frontier;
        makeRoom(own);
        int firstPage = take(own);
        int pages = 1;
        // The write after one that fills a frontier begins with a collection.
        while (pages < most && frontiers.firstFull() == Frontiers.NONE) {
            int next = choice.frontierOfWrite(writes.logicalPage(first + pages), hint);
            if (next != own) {
                return new PageRun(firstPage, pages, next);
            }
            take(own);
            pages++;
        }
        return new PageRun(firstPage, pages, Frontiers.NONE);
    }

    private void makeRoom(int frontier) {
        // The papers collect at the moment a frontier fills up; nothing happens in between, and the next write pays.
        for (int full = frontiers.firstFull(); full != Frontiers.NONE; full = frontiers.firstFull()) {
            collector.makeRoom(full);
        }
        while (frontiers.room(frontier) == 0) {
            collector.makeRoom(frontier);
        }
    }

    private int take(int frontier) {
        hostWrites++;
        labels.hostWrote();
        return frontiers.take(frontier);
    }

    /** See {@link RandomFill}; before the first write. */
    public void fillAtRandom(double hotBlockShare) {
        new RandomFill(config, map, labels, pool, choice, candidates).run(hotBlockShare);
    }

    /** Prepares the caches for later writes; no other effect. */
    void fetch(int[] logicalPages, int from, int to) {
        if (map.isLarge()) {
            map.fetch(logicalPages, from, to);
            map.fetchPhysical(logicalPages, from, to);
            candidates.fetch(logicalPages, from, to);
        }
    }

    /** The program of a page just handed out has failed; see {@link GarbageCollector#replace}. */
    int replace(int failedPage) {
        return collector.replace(failedPage);
    }

    public BadBlocks badBlocks() {
        return badBlocks;
    }

    /** The program is done: the logical page is now stored there. */
    void map(int logicalPage, int physicalPage) {
        died(map.map(logicalPage, physicalPage));
    }

    public void trim(int logicalPage) {
        int dead = map.unmap(logicalPage);
        if (dead != PageMap.UNMAPPED) {
            trims++;
            trimLog.note(logicalPage);
            died(dead);
        }
    }

    /** Sequence number of the last program. */
    public long programs() {
        return frontiers.programs();
    }

    public long hostWrites() {
        return hostWrites;
    }

    public long victims() {
        return collector.victims();
    }

    /** Simulated time spent in collection so far. */
    long collectionNanos() {
        return collector.nanos();
    }

    public DeviceCounters counters() {
        return new DeviceCounters(
                durableSequence,
                programs(),
                hostWrites,
                collector.copies(),
                trims,
                collector.victims(),
                collector.victimLivePages(),
                health.counters());
    }

    public double recentVictimUtilisation() {
        return collector.recentVictimUtilisation();
    }

    /** Continues where a former life of the device stopped. */
    public void resume(DeviceCounters counters) {
        health.resume(counters.health());
        frontiers.resumeAt(counters.sequence());
        durableSequence = counters.sequence();
        hostWrites = counters.hostPageWrites();
        trims = counters.trims();
        collector.resume(counters);
    }

    /**
     * Continues to fill a block found partly programmed; if all frontiers have a block or it is bad, has it collected
     * in its turn.
     */
    public void resumeBlock(int block, int pagesProgrammed) {
        if (nand.isBad(block)) {
            badBlocks.addOccupied(block);
            return;
        }
        int label = choice.labelAtMount(map.logicalOf(map.nextLive(numbers.first(block))));
        if (pagesProgrammed < pagesPerBlock) {
            for (int tried = 0; tried < frontiers.count(); tried++) {
                int frontier = (label + tried) % frontiers.count();
                if (frontiers.isClosed(frontier)) {
                    labels.put(block, frontier);
                    frontiers.open(frontier, block, pagesProgrammed);
                    return;
                }
            }
        }
        labels.put(block, label);
        candidates.add(block);
    }

    /**
     * Collects until the promise of {@link BlockPool#KEPT_READY} can be kept. Runs before the first host write or trim,
     * so that a crash during it costs no room: see {@link io.chameleon.simssd.recovery.Mount Mount}. A device with too
     * many bad blocks for that is read-only.
     */
    public void recoverReserve() {
        collector.recover();
        while (pool.wantsSync()) {
            sync();
        }
    }

    /**
     * Records the point that the sync which begins now will cover. This must be durable with the pages, not after them:
     * a mount may fall back to the last sync that began, but never to before one that ended.
     */
    public SyncPoint beginSync() {
        nand.saveCounters(counters());
        trimLog.save(programs());
        return new SyncPoint(programs(), pool.mark());
    }

    /** The array was forced since {@code point}; a faster sync may have overtaken this one. */
    public void endSync(SyncPoint point) {
        durableSequence = Math.max(durableSequence, point.sequence);
        pool.advance(point.mark);
        badBlocks.check();
    }

    /** Syncs, before a checkpoint, until no erase waits for a sync, or no further erase progresses. */
    public void settle() {
        int tries = 0;
        do {
            sync();
        } while (pool.isSettling() && ++tries < SYNCS_TO_SETTLE);
    }

    /** Pages programmed in each block, for a checkpoint; if unknown, all, so that no page is programmed twice. */
    public int[] programmedInBlock() {
        int[] programmed = new int[config.geometry().blocks()];
        Arrays.fill(programmed, pagesPerBlock);
        pool.markErased(programmed);
        frontiers.markProgrammed(programmed);
        return programmed;
    }

    public record SyncPoint(long sequence, BlockPool.Mark mark) {}

    private void sync() {
        SyncPoint point = beginSync();
        nand.force();
        endSync(point);
    }

    private void died(int physicalPage) {
        if (physicalPage != PageMap.UNMAPPED) {
            candidates.pageDied(numbers.blockOf(physicalPage));
        }
    }
}
