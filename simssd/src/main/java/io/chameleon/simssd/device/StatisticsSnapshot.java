package io.chameleon.simssd.device;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.ftl.FlashTranslationLayer;
import io.chameleon.simssd.nand.DeviceCounters;
import io.chameleon.simssd.report.WearStatistics;

/** Assembles a {@link WearStatistics} from the parts of a device. The caller holds the device's lock. */
final class StatisticsSnapshot {
    private StatisticsSnapshot() {}

    static WearStatistics of(
            FlashGeometry geometry,
            FlashTranslationLayer ftl,
            PageMap map,
            BlockPool pool,
            WearStatistics.LatencySummary writeLatency) {
        DeviceCounters counters = ftl.counters();
        int[] erases = pool.eraseCounts();
        double mean = (double) pool.totalErases() / erases.length;
        int max = 0;
        double squares = 0;
        for (int count : erases) {
            max = Math.max(max, count);
            squares += (count - mean) * (count - mean);
        }
        long collectedPages = counters.victims() * geometry.pagesPerBlock();
        return new WearStatistics(
                pool.totalErases(),
                counters.hostPageWrites(),
                counters.sequence(),
                counters.gcCopies(),
                counters.trims(),
                counters.victims(),
                collectedPages == 0 ? 0 : (double) counters.victimLivePages() / collectedPages,
                ftl.recentVictimUtilisation(),
                map.livePages(),
                geometry.logicalPages(),
                geometry.blocks(),
                pool.badBlocks(),
                mean,
                Math.sqrt(squares / erases.length),
                max,
                writeLatency);
    }
}
