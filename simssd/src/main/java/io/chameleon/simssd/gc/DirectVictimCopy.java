package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.frontier.Frontiers;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.nand.PlaneSchedule;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies pages from the victim straight to their destination, and retires the victim afterwards, so all copies precede
 * its erase. For arrays that outlive the process, and for those that may fail.
 */
final class DirectVictimCopy implements VictimCopy {
    private final PageNumbers numbers;
    private final PageMap map;
    private final Frontiers frontiers;
    private final BlockPool pool;
    private final @Nullable PageIo pages;
    private final IntUnaryOperator replacement;
    private final @Nullable PlaneSchedule schedule;
    private int victim;
    private int cursor;

    /**
     * @param pages null for an array that keeps no data
     * @param replacement from a page whose program failed to another one at the same frontier
     */
    DirectVictimCopy(
            FlashGeometry geometry,
            PageMap map,
            Frontiers frontiers,
            BlockPool pool,
            @Nullable PageIo pages,
            IntUnaryOperator replacement,
            @Nullable PlaneSchedule schedule) {
        numbers = geometry.pageNumbers();
        this.map = map;
        this.frontiers = frontiers;
        this.pool = pool;
        this.pages = pages;
        this.replacement = replacement;
        this.schedule = schedule;
    }

    @Override
    public void begin(int block) {
        victim = block;
        cursor = numbers.first(block);
    }

    @Override
    public int remaining() {
        return map.liveInBlock(victim);
    }

    @Override
    public void moveTo(int frontier, int count) {
        for (int moved = 0; moved < count; moved++) {
            cursor = map.nextLive(cursor);
            int logicalPage = map.logicalOf(cursor);
            int to = frontiers.take(frontier);
            while (pages != null && !pages.copy(cursor, to, logicalPage, frontiers.programs())) {
                to = replacement.applyAsInt(to);
            }
            map.map(logicalPage, to);
            if (schedule != null) {
                schedule.copyIn(to, schedule.copyOut(cursor));
            }
        }
    }

    @Override
    public void end() {
        pool.retire(victim);
    }
}
