package io.chameleon.simssd;

/**
 * Page-mapped translation with write frontiers and foreground garbage collection. Decides where pages go; moves no bytes itself.
 *
 * <p>A host write is {@link #allocate} (which may collect), the program, then {@link #map}: a program that fails leaves the old
 * content mapped. Collection runs when a frontier's block is full and no more than the reserve of free blocks is left; it empties
 * victims until the frontier has room again, syncing by itself when no erased block is left.
 *
 * <p>Cost: O(1) amortised per page programmed; no allocation. Threads: one at a time.
 */
final class FlashTranslationLayer {
    /** Victims in the exponential mean of recent victim utilisation. */
    static final int MU_WINDOW = 256;

    private final int pagesPerBlock;
    private final int blockShift;
    private final int reserveBlocks;
    private final WriteMode mode;
    private final NandArray nand;
    private final PageMap map;
    private final BlockPool pool;
    private final VictimSelector selector;
    private final PageMover mover;
    private final long copyNanos;
    private final long eraseNanos;

    /** Per frontier: the next page to program and the end of its block; equal when full, both 0 when closed. */
    private final int[] nextPage;

    private final int[] endPage;

    private long programs;
    private long hostWrites;
    private long copies;
    private long trims;
    private long victims;
    private long victimLivePages;
    private double recentMu;
    private long durableSequence;
    private long collectionNanos;

    FlashTranslationLayer(
            FlashConfig config, NandArray nand, PageMap map, BlockPool pool, VictimSelector selector, PageMover mover) {
        FlashGeometry geometry = config.geometry();
        pagesPerBlock = geometry.pagesPerBlock();
        blockShift = geometry.blockShift();
        reserveBlocks = config.reserveBlocks(nand.isPersistent());
        this.nand = nand;
        mode = config.writeMode();
        this.map = map;
        this.pool = pool;
        this.selector = selector;
        this.mover = mover;
        copyNanos = config.timing().read().plus(config.timing().program()).toNanos();
        eraseNanos = config.timing().erase().toNanos();
        nextPage = new int[mode.frontiers()];
        endPage = new int[mode.frontiers()];
    }

    /** Chooses the physical page for a host write, collecting first if need be, and numbers its program. */
    int allocate(int stream) {
        int frontier = mode.frontierOf(stream);
        while (nextPage[frontier] == endPage[frontier]) {
            makeRoom(frontier);
        }
        hostWrites++;
        return takePage(frontier);
    }

    /** The program is done: the logical page is there now. */
    void map(int logicalPage, int physicalPage) {
        died(map.map(logicalPage, physicalPage));
    }

    void trim(int logicalPage) {
        int dead = map.unmap(logicalPage);
        if (dead != PageMap.UNMAPPED) {
            trims++;
            died(dead);
        }
    }

    /** Sequence number of the last program. */
    long programs() {
        return programs;
    }

    /** Simulated time spent in collection so far. */
    long collectionNanos() {
        return collectionNanos;
    }

    DeviceCounters counters() {
        return new DeviceCounters(durableSequence, programs, hostWrites, copies, trims, victims, victimLivePages);
    }

    double recentVictimUtilisation() {
        return recentMu;
    }

    /** Continues where a former life of the device stopped. */
    void resume(DeviceCounters counters) {
        programs = counters.sequence();
        durableSequence = programs;
        hostWrites = counters.hostPageWrites();
        copies = counters.gcCopies();
        trims = counters.trims();
        victims = counters.victims();
        victimLivePages = counters.victimLivePages();
        recentMu = victims == 0 ? 0 : (double) victimLivePages / victims / pagesPerBlock;
    }

    /** Goes on filling a block found partly programmed, or has it collected in its turn if all frontiers have one. */
    void resumeBlock(int block, int pagesProgrammed) {
        for (int frontier = 0; frontier < endPage.length; frontier++) {
            if (endPage[frontier] == 0 && pagesProgrammed < pagesPerBlock) {
                open(frontier, block);
                nextPage[frontier] += pagesProgrammed;
                return;
            }
        }
        selector.add(block, map.liveInBlock(block));
    }

    /**
     * Collects until the promise of {@link BlockPool#KEPT_READY} can be kept from now on. Before the first host write or trim, so
     * that a crash in here costs no room: see {@link Mount}.
     */
    void recoverReserve() {
        while (pool.size() <= BlockPool.KEPT_READY) {
            collect();
        }
        while (pool.wantsSync()) {
            sync();
        }
    }

    /**
     * Notes how far the sync that begins now will carry. This must be durable with the pages, not after them: a mount may fall
     * back to the last sync that began, never to before one that ended.
     */
    SyncPoint beginSync() {
        nand.saveCounters(counters());
        return new SyncPoint(programs, pool.mark());
    }

    /** The array was forced since {@code point}; a faster sync may have overtaken this one. */
    void endSync(SyncPoint point) {
        durableSequence = Math.max(durableSequence, point.sequence);
        pool.advance(point.mark);
    }

    record SyncPoint(long sequence, BlockPool.Mark mark) {}

    private void makeRoom(int frontier) {
        close(frontier);
        if (pool.size() >= reserveBlocks) {
            open(frontier, takeBlock());
        } else {
            collect();
        }
    }

    private void collect() {
        closeFullFrontiers();
        int victim = selector.select();
        if (victim == VictimSelector.NONE) {
            throw new DeviceFullException(map.livePages());
        }
        int live = map.liveInBlock(victim);
        account(live);
        moveLivePages(victim);
        pool.retire(victim);
    }

    private void moveLivePages(int victim) {
        int first = victim << blockShift;
        for (int offset = 0; offset < pagesPerBlock; offset += map.span()) {
            int base = first + offset;
            for (long live = map.liveMask(base); live != 0; live &= live - 1) {
                int from = base + Long.numberOfTrailingZeros(live);
                int logicalPage = map.logicalOf(from);
                int to = takeCopyPage();
                mover.copy(from, to, logicalPage, programs);
                map.map(logicalPage, to);
                copies++;
            }
        }
    }

    /** Syncs on its own account when only that makes a block ready. Programs are all done or not begun at this point. */
    private int takeBlock() {
        while (pool.wantsSync()) {
            sync();
        }
        if (!pool.hasReady()) {
            throw new IllegalStateException("no erased block left to collect into");
        }
        return pool.take();
    }

    private void sync() {
        SyncPoint point = beginSync();
        nand.force();
        endSync(point);
    }

    private int takeCopyPage() {
        int frontier = mode.copyFrontier();
        if (nextPage[frontier] == endPage[frontier]) {
            close(frontier);
            open(frontier, takeBlock());
        }
        return takePage(frontier);
    }

    private int takePage(int frontier) {
        programs++;
        return nextPage[frontier]++;
    }

    private void open(int frontier, int block) {
        nextPage[frontier] = block << blockShift;
        endPage[frontier] = (block << blockShift) + pagesPerBlock;
    }

    /** A full block becomes a candidate; a closed frontier stays closed. */
    private void close(int frontier) {
        if (endPage[frontier] != 0) {
            int block = (endPage[frontier] - 1) >>> blockShift;
            selector.add(block, map.liveInBlock(block));
            nextPage[frontier] = 0;
            endPage[frontier] = 0;
        }
    }

    private void closeFullFrontiers() {
        for (int frontier = 0; frontier < endPage.length; frontier++) {
            if (nextPage[frontier] == endPage[frontier]) {
                close(frontier);
            }
        }
    }

    private void died(int physicalPage) {
        if (physicalPage != PageMap.UNMAPPED) {
            int block = physicalPage >>> blockShift;
            selector.pageDied(block, map.liveInBlock(block));
        }
    }

    private void account(int live) {
        victims++;
        victimLivePages += live;
        collectionNanos += live * copyNanos + eraseNanos;
        double mu = (double) live / pagesPerBlock;
        recentMu += (mu - recentMu) / Math.min(victims, MU_WINDOW);
    }
}
