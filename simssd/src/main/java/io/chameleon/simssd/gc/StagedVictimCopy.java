package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.frontier.Frontiers;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.nand.PlaneSchedule;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes all live pages of the victim into memory, erases it at once, and programs them afterwards, into the same block
 * if need be. This is the papers' device, whose victim becomes the new frontier ("copied back after erase"). Only for
 * arrays that do not outlive the process.
 */
final class StagedVictimCopy implements VictimCopy {
    private final PageNumbers numbers;
    private final PageMap map;
    private final Frontiers frontiers;
    private final BlockPool pool;
    private final int[] logicalPages;
    private final @Nullable PlaneSchedule schedule;

    /** One page of staging each; none for an array that stores no data. */
    private final PageIo[] stage;

    private int next;
    private int end;
    private long stagedAt;

    StagedVictimCopy(
            FlashGeometry geometry,
            NandArray nand,
            PageMap map,
            Frontiers frontiers,
            BlockPool pool,
            @Nullable PlaneSchedule schedule) {
        numbers = geometry.pageNumbers();
        this.map = map;
        this.frontiers = frontiers;
        this.pool = pool;
        this.schedule = schedule;
        logicalPages = new int[geometry.pagesPerBlock()];
        stage = new PageIo[nand.keepsData() ? geometry.pagesPerBlock() : 0];
        Arrays.setAll(stage, _ -> new PageIo(geometry, nand));
    }

    @Override
    public void begin(int victim) {
        next = 0;
        if (stage.length > 0) {
            stageContents(victim);
        }
        if (schedule != null) {
            stagedAt = copiedOut(victim, schedule);
        }
        end = map.detachBlock(victim, logicalPages);
        pool.retire(victim);
    }

    /** Returns when the controller has all live pages. */
    private long copiedOut(int victim, PlaneSchedule planes) {
        long last = planes.now();
        int page = numbers.first(victim);
        for (int i = 0; i < map.liveInBlock(victim); i++) {
            page = map.nextLive(page);
            last = Math.max(last, planes.copyOut(page++));
        }
        return last;
    }

    private void stageContents(int victim) {
        int page = numbers.first(victim);
        for (int slot = 0; slot < map.liveInBlock(victim); slot++) {
            page = map.nextLive(page);
            stage[slot].load(page++);
        }
    }

    @Override
    public int remaining() {
        return end - next;
    }

    @Override
    public void moveTo(int frontier, int count) {
        if (schedule != null) {
            schedule.copyIn(frontiers.next(frontier), count, stagedAt);
        }
        if (stage.length > 0) {
            for (int moved = 0; moved < count; moved++) {
                int to = frontiers.take(frontier);
                stage[next].store(to, logicalPages[next], frontiers.programs());
                map.attach(logicalPages, next++, 1, to);
            }
        } else {
            map.attach(logicalPages, next, count, frontiers.take(frontier, count));
            next += count;
        }
    }

    @Override
    public void end() {}
}
