package io.chameleon.simssd;

import org.jspecify.annotations.Nullable;

/**
 * Page-mapped translation with write frontiers and foreground garbage collection. Decides where pages go; an {@link Evacuation} moves them.
 *
 * <p>A host write is {@link #allocate} (which may collect), the program, then {@link #map}: a program that fails leaves the old
 * content mapped. When a frontier of the host has filled up, the next host write begins with the search for another block:
 * a free one if the pool holds its reserve, else a victim's. The {@link Placement} says where the victim's pages go; what does not
 * fit there opens a block for their frontier, so the search goes on. That is all of section 2.2 of {@code dchoices-hcwf-swap} but
 * the swap, and holds for every write mode.
 *
 * <p>A block in which a program failed is bad and gets no more of them; what was written in it is moved out when room is next looked
 * for. Once more blocks are bad than the device can do without, it takes no more writes.
 *
 * <p>Cost: O(1) amortised per page programmed, and what the {@link VictimPolicy} says; no allocation. Threads: one at a time.
 */
final class FlashTranslationLayer {
    /** Victims in the exponential mean of recent victim utilisation. */
    static final int MU_WINDOW = 256;

    private final int pagesPerBlock;
    private final int blockShift;
    private final int reserveBlocks;
    private final NandArray nand;
    private final PageMap map;
    private final BlockLabels labels;
    private final BlockPool pool;
    private final Placement placement;
    private final Frontiers frontiers;
    private final Candidates candidates;
    private final TrimLog trimLog;
    private final DeviceHealth health;
    private final BadBlocks badBlocks;
    private final boolean swaps;
    private final Evacuation evacuation;
    private final Evacuation partnerEvacuation;
    private final long copyNanos;
    private final long eraseNanos;

    private long hostWrites;
    private long copies;
    private long trims;
    private long victims;
    private long victimLivePages;
    private double recentMu;
    private long durableSequence;
    private long collectionNanos;

    private boolean recovering;

    /** Label of the block collected last: the next free block taken stands in for it. */
    private int retiredLabel;

    FlashTranslationLayer(
            FlashConfig config,
            NandArray nand,
            PageMap map,
            BlockPool pool,
            BlockLabels labels,
            Candidates candidates,
            PageIo pages,
            DeviceOptions options) {
        FlashGeometry geometry = config.geometry();
        pagesPerBlock = geometry.pagesPerBlock();
        blockShift = geometry.blockShift();
        boolean careful = nand.isPersistent() || nand.isFallible();
        reserveBlocks = config.reserveBlocks(careful);
        this.nand = nand;
        this.map = map;
        this.pool = pool;
        this.labels = labels;
        placement = config.writeMode().placement(config, map, labels);
        frontiers = new Frontiers(geometry, config.frontiers(), placement.hostFrontiers());
        this.candidates = candidates;
        trimLog = new TrimLog(nand, map);
        health = options.health();
        badBlocks = new BadBlocks(nand, pool, map, health, config.dispensableBlocks(careful));
        swaps = config.writeMode() == WriteMode.HCWF_SWAP;
        evacuation = evacuation(careful, geometry, pages, options.schedule());
        partnerEvacuation = swaps ? evacuation(careful, geometry, pages, options.schedule()) : evacuation;
        copyNanos = config.timing().read().plus(config.timing().program()).toNanos();
        eraseNanos = config.timing().erase().toNanos();
    }

    private Evacuation evacuation(
            boolean careful, FlashGeometry geometry, PageIo pages, @Nullable PlaneSchedule schedule) {
        return careful
                ? new CopyingEvacuation(
                        geometry, map, frontiers, pool, nand.keepsData() ? pages : null, this::replace, schedule)
                : new StagedEvacuation(geometry, nand, map, frontiers, pool, schedule);
    }

    /** Chooses the physical page for a host write, collecting first if need be, and numbers its program. */
    int allocate(int logicalPage, int stream) {
        badBlocks.requireWritable();
        int frontier = placement.frontierOfWrite(logicalPage, stream);
        // The papers collect at the moment a frontier fills up; nothing happens in between, and the write that waits
        // pays.
        for (int full = frontiers.firstFull(); full != Frontiers.NONE; full = frontiers.firstFull()) {
            makeRoom(full);
        }
        while (frontiers.room(frontier) == 0) {
            makeRoom(frontier);
        }
        hostWrites++;
        labels.hostWrote();
        return frontiers.take(frontier);
    }

    /** Prepares the caches for writes to come; no other effect. */
    void fetch(int[] logicalPages, int from, int to) {
        if (map.isLarge()) {
            map.fetch(logicalPages, from, to);
            map.fetchPhysical(logicalPages, from, to);
            candidates.fetch(logicalPages, from, to);
        }
    }

    /**
     * The program of a page just handed out has failed: its block is bad. Hands out another page for the same purpose.
     *
     * @throws DeviceReadOnlyException if there is no block to take its place
     */
    int replace(int failedPage) {
        int block = failedPage >>> blockShift;
        badBlocks.programFailed(block);
        int frontier = frontiers.ofBlock(block);
        frontiers.close(frontier);
        open(frontier, takeBlock());
        return frontiers.take(frontier);
    }

    BadBlocks badBlocks() {
        return badBlocks;
    }

    /** The program is done: the logical page is there now. */
    void map(int logicalPage, int physicalPage) {
        died(map.map(logicalPage, physicalPage));
    }

    void trim(int logicalPage) {
        int dead = map.unmap(logicalPage);
        if (dead != PageMap.UNMAPPED) {
            trims++;
            trimLog.note(logicalPage);
            died(dead);
        }
    }

    /** Sequence number of the last program. */
    long programs() {
        return frontiers.programs();
    }

    long hostWrites() {
        return hostWrites;
    }

    long victims() {
        return victims;
    }

    /** Simulated time spent in collection so far. */
    long collectionNanos() {
        return collectionNanos;
    }

    DeviceCounters counters() {
        return new DeviceCounters(
                durableSequence, programs(), hostWrites, copies, trims, victims, victimLivePages, health.counters());
    }

    double recentVictimUtilisation() {
        return recentMu;
    }

    /** Continues where a former life of the device stopped. */
    void resume(DeviceCounters counters) {
        health.resume(counters.health());
        frontiers.resumeAt(counters.sequence());
        durableSequence = counters.sequence();
        hostWrites = counters.hostPageWrites();
        copies = counters.gcCopies();
        trims = counters.trims();
        victims = counters.victims();
        victimLivePages = counters.victimLivePages();
        recentMu = victims == 0 ? 0 : (double) victimLivePages / victims / pagesPerBlock;
    }

    /** Goes on filling a block found partly programmed, or has it collected in its turn if all frontiers have one or it is bad. */
    void resumeBlock(int block, int pagesProgrammed) {
        if (nand.isBad(block)) {
            badBlocks.addOccupied(block);
            return;
        }
        int label = placement.labelAtMount(map.logicalOf(map.nextLive(block << blockShift)));
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
     * Collects until the promise of {@link BlockPool#KEPT_READY} can be kept from now on. Before the first host write or trim, so
     * that a crash in here costs no room: see {@link Mount}. A device with too many bad blocks for that is read-only.
     */
    void recoverReserve() {
        badBlocks.check();
        try {
            recovering = true;
            while (!badBlocks.isReadOnly() && pool.size() <= BlockPool.KEPT_READY) {
                int victim = takeVictim();
                moveOut(victim, placement.frontierOfCopies(victim));
            }
            while (pool.wantsSync()) {
                sync();
            }
        } catch (DeviceReadOnlyException _) {
            // It says so to the first writer; reads work.
        } finally {
            recovering = false;
        }
    }

    /**
     * Notes how far the sync that begins now will carry. This must be durable with the pages, not after them: a mount may fall
     * back to the last sync that began, never to before one that ended.
     */
    SyncPoint beginSync() {
        nand.saveCounters(counters());
        trimLog.save(programs());
        return new SyncPoint(programs(), pool.mark());
    }

    /** The array was forced since {@code point}; a faster sync may have overtaken this one. */
    void endSync(SyncPoint point) {
        durableSequence = Math.max(durableSequence, point.sequence);
        pool.advance(point.mark);
        badBlocks.check();
    }

    record SyncPoint(long sequence, BlockPool.Mark mark) {}

    private void makeRoom(int frontier) {
        requireSpare();
        if (pool.size() >= reserveBlocks) {
            if (badBlocks.someAreOccupied()) {
                moveOutOfBad(badBlocks.takeOccupied());
            } else {
                open(frontier, takeBlock());
            }
            return;
        }
        collect(frontier);
        // A collection leaves as many free blocks as it found, but for those that went bad: others must be gained for
        // them.
        while (pool.size() < reserveBlocks - 1) {
            requireSpare();
            collect(frontier);
        }
    }

    private void collect(int frontier) {
        int victim = takeVictim();
        int destination = placement.frontierOfCopies(victim);
        boolean fits = destination == frontier || map.liveInBlock(victim) <= frontiers.room(destination);
        int partner = swaps && !fits ? candidates.takePartner(frontier) : Candidates.NONE;
        if (partner == Candidates.NONE) {
            moveOut(victim, destination);
        } else {
            swap(frontier, victim, destination, partner);
        }
    }

    /** Moves the live pages out of a bad block; the pool will not take it. */
    private void moveOutOfBad(int block) {
        int live = map.liveInBlock(block);
        copies += live;
        collectionNanos += live * copyNanos;
        evacuation.begin(block);
        moveAll(placement.frontierOfCopies(block));
    }

    /** Reading 4: what does not fit goes to a block that stands in for the victim, and becomes its frontier. */
    private void moveOut(int victim, int destination) {
        begin(evacuation, victim);
        moveAll(destination);
    }

    private void moveAll(int destination) {
        while (evacuation.remaining() > 0) {
            if (frontiers.room(destination) == 0) {
                open(destination, takeBlock());
            }
            moveWhatFits(evacuation, destination);
        }
        evacuation.end();
    }

    /**
     * Reading 5: the victim's pages fill the other frontier first; the victim's block takes the partner's pages and becomes the
     * frontier that was looked for, the partner's block takes the rest of the victim's and becomes the other frontier.
     */
    private void swap(int frontier, int victim, int destination, int partner) {
        begin(evacuation, victim);
        moveWhatFits(evacuation, destination);
        open(frontier, takeBlock());
        begin(partnerEvacuation, partner);
        moveWhatFits(partnerEvacuation, frontier);
        partnerEvacuation.end();
        open(destination, takeBlock());
        moveWhatFits(evacuation, destination);
        evacuation.end();
    }

    private void begin(Evacuation from, int block) {
        account(map.liveInBlock(block));
        retiredLabel = labels.of(block);
        from.begin(block);
    }

    private void moveWhatFits(Evacuation from, int frontier) {
        from.moveTo(frontier, Math.min(from.remaining(), frontiers.room(frontier)));
    }

    /** Full frontiers are spared as long as there is something to gain elsewhere (reading 3). */
    private int takeVictim() {
        if (reclaimablePages() == 0) {
            for (int frontier = 0; frontier < frontiers.count(); frontier++) {
                if (frontiers.isFull(frontier)) {
                    candidates.add(frontiers.block(frontier));
                    frontiers.close(frontier);
                }
            }
        }
        int victim = reclaimablePages() == 0 ? Candidates.NONE : candidates.take();
        if (victim == Candidates.NONE) {
            throw new DeviceFullException(map.livePages());
        }
        return victim;
    }

    /** Pages of the candidates that are not live. */
    private long reclaimablePages() {
        long liveInCandidates = map.livePages() - badBlocks.livePages();
        for (int frontier = 0; frontier < frontiers.count(); frontier++) {
            int block = frontiers.block(frontier);
            liveInCandidates -= block == Frontiers.NONE ? 0 : map.liveInBlock(block);
        }
        return (long) candidates.size() * pagesPerBlock - liveInCandidates;
    }

    /**
     * Syncs on its own account when only that makes a block ready. Programs are all done or not begun at this point. The last block is
     * taken at mount alone: failures may have used up the others, and a device without a block could not be mounted.
     */
    private int takeBlock() {
        while (pool.wantsSync()) {
            sync();
        }
        if (!pool.hasReady() || pool.badBlocks() > 0 && !recovering && pool.size() <= BlockPool.KEPT_READY) {
            if (pool.badBlocks() == 0) {
                throw new IllegalStateException("no erased block left to collect into");
            }
            throw badBlocks.exhausted();
        }
        return pool.take(retiredLabel);
    }

    private void requireSpare() {
        badBlocks.check();
        badBlocks.requireWritable();
    }

    private void sync() {
        SyncPoint point = beginSync();
        nand.force();
        endSync(point);
    }

    /** The frontier's former block, now full, becomes a candidate. */
    private void open(int frontier, int block) {
        if (!frontiers.isClosed(frontier)) {
            candidates.add(frontiers.block(frontier));
        }
        labels.put(block, frontier);
        frontiers.open(frontier, block, 0);
    }

    private void died(int physicalPage) {
        if (physicalPage != PageMap.UNMAPPED) {
            candidates.pageDied(physicalPage >>> blockShift);
        }
    }

    private void account(int live) {
        victims++;
        victimLivePages += live;
        copies += live;
        collectionNanos += live * copyNanos + eraseNanos;
        double mu = (double) live / pagesPerBlock;
        recentMu += (mu - recentMu) / Math.min(victims, MU_WINDOW);
    }
}
