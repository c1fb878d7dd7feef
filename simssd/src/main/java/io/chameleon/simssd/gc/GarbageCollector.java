package io.chameleon.simssd.gc;

import io.chameleon.simssd.DeviceFullException;
import io.chameleon.simssd.DeviceReadOnlyException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WearLevelling;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.blocks.BadBlocks;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.frontier.FrontierChoice;
import io.chameleon.simssd.frontier.Frontiers;
import io.chameleon.simssd.nand.DeviceCounters;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.nand.PlaneSchedule;
import io.chameleon.simssd.report.WearStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Finds another block for a full frontier: a free one if the pool holds its reserve, else a victim's. The
 * {@link FrontierChoice} says where the victim's pages go. Pages that do not fit there open a block for their frontier,
 * so the search continues. This is section 2.2 of {@code dchoices-hcwf-swap} without the swap, and holds for every
 * write mode. A {@link WearLeveller} may add blocks of its own.
 *
 * <p>A block in which a program failed is bad and is not programmed again; its pages are moved out at the next search
 * for room. Once more blocks are bad than the device can lose, it becomes read-only.
 *
 * <p>Cost per victim: one copy per live page, plus the {@link VictimPolicy}'s cost; no allocation. Threads: one at a
 * time.
 */
public final class GarbageCollector {
    private final FlashGeometry geometry;
    private final int reserveBlocks;
    private final boolean swaps;
    private final boolean picksByWear;
    private final long copyNanos;
    private final long eraseNanos;
    private final NandArray nand;
    private final BadBlocks badBlocks;
    private final PageMap map;
    private final BlockLabels labels;
    private final BlockPool pool;
    private final FrontierChoice choice;
    private final Frontiers frontiers;
    private final Candidates candidates;
    private final WearLeveller leveller;
    private final VictimCopy victimCopy;
    private final VictimCopy partnerCopy;
    private final Runnable sync;

    private long copies;
    private long victims;
    private long victimLivePages;
    private double recentMu;
    private long nanos;

    /** Label of the block collected last: the next free block taken replaces it. */
    private int retiredLabel;

    private boolean recovering;

    /** @param sync makes all programs so far durable; called when only that makes a block ready */
    public GarbageCollector(
            FlashConfig config,
            NandArray nand,
            PageMap map,
            BlockLabels labels,
            BlockPool pool,
            FrontierChoice choice,
            Frontiers frontiers,
            Candidates candidates,
            PageIo pages,
            BadBlocks badBlocks,
            @Nullable PlaneSchedule schedule,
            Runnable sync) {
        boolean careful = nand.isPersistent() || nand.isFallible();
        geometry = config.geometry();
        reserveBlocks = config.reserveBlocks(careful);
        swaps = config.writeMode() == WriteMode.HCWF_SWAP;
        picksByWear = !(config.collection().levelling() instanceof WearLevelling.None);
        copyNanos = config.timing().read().plus(config.timing().program()).toNanos();
        eraseNanos = config.timing().erase().toNanos();
        this.badBlocks = badBlocks;
        this.nand = nand;
        this.map = map;
        this.labels = labels;
        this.pool = pool;
        this.choice = choice;
        this.frontiers = frontiers;
        this.candidates = candidates;
        this.sync = sync;
        leveller = WearLeveller.of(config, pool, candidates);
        victimCopy = victimCopy(careful, pages, schedule);
        partnerCopy = swaps || picksByWear ? victimCopy(careful, pages, schedule) : victimCopy;
    }

    private VictimCopy victimCopy(boolean careful, PageIo pages, @Nullable PlaneSchedule schedule) {
        return careful
                ? new DirectVictimCopy(
                        geometry, map, frontiers, pool, nand.keepsData() ? pages : null, this::replace, schedule)
                : new StagedVictimCopy(geometry, nand, map, frontiers, pool, schedule);
    }

    /**
     * One step: afterwards the frontier, or another one that blocked it, has a block with room, if the victim had dead
     * pages.
     */
    public void makeRoom(int frontier) {
        requireSpare();
        if (pool.size() >= reserveBlocks) {
            if (badBlocks.someAreOccupied()) {
                moveOutOfBad(badBlocks.takeOccupied());
            } else {
                open(frontier, takeBlock(frontier));
            }
            return;
        }
        collect(frontier);
        // A collection leaves as many free blocks as it found, except those that went bad, which must be replaced.
        while (pool.size() < reserveBlocks - 1) {
            requireSpare();
            collect(frontier);
        }
    }

    private void collect(int frontier) {
        exchangeIfDue();
        int victim = takeVictim();
        int destination = choice.frontierOfCopies(victim);
        int young = leveller.insteadOf(victim);
        boolean fits = destination == frontier || map.liveInBlock(victim) <= frontiers.room(destination);
        int partner = swaps && !fits && young == WearLeveller.NONE ? candidates.takePartner(frontier) : Candidates.NONE;
        if (young != WearLeveller.NONE) {
            renew(victim, young, destination);
        } else if (partner != Candidates.NONE) {
            swap(frontier, victim, destination, partner);
        } else {
            moveOut(victim, destination);
        }
    }

    /**
     * Collects at mount until more than {@link BlockPool#KEPT_READY} blocks are in the pool, or the device is
     * read-only.
     */
    public void recover() {
        badBlocks.check();
        try {
            recovering = true;
            while (!badBlocks.isReadOnly() && pool.size() <= BlockPool.KEPT_READY) {
                int victim = takeVictim();
                moveOut(victim, choice.frontierOfCopies(victim));
            }
        } catch (DeviceReadOnlyException _) {
            // The first writer gets the error; reads work.
        } finally {
            recovering = false;
        }
    }

    /**
     * The program of a page just handed out has failed: its block is bad. Hands out another page for the same purpose.
     *
     * @throws DeviceReadOnlyException if there is no block to replace it
     */
    public int replace(int failedPage) {
        int block = geometry.pageNumbers().blockOf(failedPage);
        badBlocks.programFailed(block);
        int frontier = frontiers.ofBlock(block);
        frontiers.close(frontier);
        open(frontier, takeBlock(frontier));
        return frontiers.take(frontier);
    }

    /** Moves the live pages out of a bad block; the pool will not take it. */
    private void moveOutOfBad(int block) {
        int live = map.liveInBlock(block);
        copies += live;
        nanos += live * copyNanos;
        victimCopy.begin(block);
        moveAll(choice.frontierOfCopies(block));
    }

    /** GC reading 4: pages that do not fit go to a block that replaces the victim and becomes its frontier. */
    private void moveOut(int victim, int destination) {
        begin(victimCopy, victim);
        moveAll(destination);
    }

    private void moveAll(int destination) {
        while (victimCopy.remaining() > 0) {
            if (frontiers.room(destination) == 0) {
                open(destination, takeBlock(destination));
            }
            moveWhatFits(victimCopy, destination);
        }
        victimCopy.end();
    }

    /**
     * GC reading 5: the victim's pages fill the other frontier first. The victim's block takes the partner's pages and
     * becomes the requested frontier. The partner's block takes the rest of the victim's pages and becomes the other
     * frontier.
     */
    private void swap(int frontier, int victim, int destination, int partner) {
        begin(victimCopy, victim);
        moveWhatFits(victimCopy, destination);
        open(frontier, takeBlock(frontier));
        begin(partnerCopy, partner);
        moveWhatFits(partnerCopy, frontier);
        partnerCopy.end();
        open(destination, takeBlock(destination));
        moveWhatFits(victimCopy, destination);
        victimCopy.end();
    }

    /**
     * Static levelling: the young block's content moves onto the victim's block, and the victim's content to its usual
     * destination.
     */
    private void renew(int victim, int young, int destination) {
        candidates.remove(young);
        begin(victimCopy, victim);
        begin(partnerCopy, young);
        park(partnerCopy, labels.of(young), true);
        moveAll(destination);
    }

    /** Dual-pool levelling: two blocks exchange their contents. */
    private void exchangeIfDue() {
        int worn = leveller.wornOut();
        if (worn == WearLeveller.NONE) {
            return;
        }
        int young = leveller.partner();
        candidates.remove(worn);
        candidates.remove(young);
        begin(victimCopy, worn);
        begin(partnerCopy, young);
        park(partnerCopy, labels.of(young), true);
        park(victimCopy, labels.of(worn), false);
    }

    /**
     * Moves content to a separate block, which becomes a candidate with its former label: the most worn free block if
     * the content is cold.
     */
    private void park(VictimCopy from, int label, boolean cold) {
        int frontier = frontiers.parking();
        awaitReady();
        frontiers.open(frontier, cold ? pool.takeMostWorn() : pool.takeLeastWorn(), 0);
        moveWhatFits(from, frontier);
        from.end();
        int block = frontiers.block(frontier); // another one if a program failed
        frontiers.close(frontier);
        labels.put(block, label);
        candidates.add(block);
        leveller.filled(block, cold);
    }

    private void begin(VictimCopy from, int block) {
        account(map.liveInBlock(block));
        retiredLabel = labels.of(block);
        leveller.erased(block);
        from.begin(block);
    }

    private void moveWhatFits(VictimCopy from, int frontier) {
        from.moveTo(frontier, Math.min(from.remaining(), frontiers.room(frontier)));
    }

    /** Full frontiers are spared as long as space can be reclaimed elsewhere (GC reading 3). */
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

    /** Dead pages of the candidates. */
    private long reclaimablePages() {
        long liveInCandidates = map.livePages() - badBlocks.livePages();
        for (int frontier = 0; frontier < frontiers.count(); frontier++) {
            int block = frontiers.block(frontier);
            liveInCandidates -= block == Frontiers.NONE ? 0 : map.liveInBlock(block);
        }
        return (long) candidates.size() * geometry.pagesPerBlock() - liveInCandidates;
    }

    private int takeBlock(int frontier) {
        awaitReady();
        if (!picksByWear) {
            return pool.take(retiredLabel);
        }
        return choice.isHot(frontier) ? pool.takeLeastWorn() : pool.takeMostWorn();
    }

    /**
     * Syncs if only that makes a block ready. At this point every program is done or not begun. The last block is taken
     * only at mount: failures may have used up the others, and a device without a block could not be mounted.
     */
    private void awaitReady() {
        while (pool.wantsSync()) {
            sync.run();
        }
        if (!pool.hasReady() || pool.badBlocks() > 0 && !recovering && pool.size() <= BlockPool.KEPT_READY) {
            if (pool.badBlocks() == 0) {
                throw new IllegalStateException("no erased block left to collect into");
            }
            throw badBlocks.exhausted();
        }
    }

    private void requireSpare() {
        badBlocks.check();
        badBlocks.requireWritable();
    }

    /** The frontier's former block, now full, becomes a candidate. */
    private void open(int frontier, int block) {
        if (!frontiers.isClosed(frontier)) {
            candidates.add(frontiers.block(frontier));
        }
        labels.put(block, frontier);
        frontiers.open(frontier, block, 0);
    }

    private void account(int live) {
        victims++;
        victimLivePages += live;
        copies += live;
        nanos += live * copyNanos + eraseNanos;
        double mu = (double) live / geometry.pagesPerBlock();
        recentMu += (mu - recentMu) / Math.min(victims, WearStatistics.RECENT_VICTIMS);
    }

    /** Continues where a former life of the device stopped. */
    public void resume(DeviceCounters counters) {
        copies = counters.gcCopies();
        victims = counters.victims();
        victimLivePages = counters.victimLivePages();
        recentMu = victims == 0 ? 0 : (double) victimLivePages / victims / geometry.pagesPerBlock();
    }

    public long copies() {
        return copies;
    }

    public long victims() {
        return victims;
    }

    public long victimLivePages() {
        return victimLivePages;
    }

    public double recentVictimUtilisation() {
        return recentMu;
    }

    /** Simulated time spent so far. */
    public long nanos() {
        return nanos;
    }
}
