package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.PageMap;

/**
 * Dynamic data clustering (Chiang, Lee, Chang 1999): region 0 is the coldest, every region has a frontier. A page
 * overwritten while its block is young moves up a region, else it stays. The pages of an old victim move down a region,
 * those of a young one stay.
 *
 * <p>Young is relative to the region: a page of region i is expected to be overwritten within
 * {@code logical pages / 4^i} host writes of the device, so a block is young until half of the next region's span has
 * passed since it was opened.
 */
final class TemperatureFrontierChoice implements FrontierChoice {
    private final int regions;
    private final PageNumbers numbers;
    private final long logicalPages;
    private final PageMap map;
    private final BlockLabels labels;

    TemperatureFrontierChoice(FlashConfig config, PageMap map, BlockLabels labels) {
        regions = config.collection().temperatures();
        numbers = config.geometry().pageNumbers();
        logicalPages = config.geometry().logicalPages();
        this.map = map;
        this.labels = labels;
    }

    @Override
    public int hostFrontiers() {
        return regions;
    }

    @Override
    public int frontierOfWrite(int logicalPage, WriteHint hint) {
        int former = map.physicalOf(logicalPage);
        if (former == PageMap.UNMAPPED) {
            return 0;
        }
        int block = numbers.blockOf(former);
        int region = labels.of(block);
        return region < regions - 1 && labels.age(block) < youth(region) ? region + 1 : region;
    }

    @Override
    public int frontierOfCopies(int block) {
        int region = labels.of(block);
        return region > 0 && labels.age(block) >= youth(region - 1) ? region - 1 : region;
    }

    @Override
    public boolean isHot(int frontier) {
        return frontier > 0;
    }

    /** Host writes within which a page of the region must be overwritten to move up. */
    private long youth(int region) {
        return logicalPages >>> (2 * region + 1);
    }
}
