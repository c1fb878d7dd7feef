package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WearLevelling;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.report.WearStatistics;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nine tenths of the writes go to a tenth of the pages, and half of the pages are never overwritten. */
class WearLevellingTest {
    private static final FlashGeometry GEOMETRY = FlashGeometry.ofLogicalBlocks(32, 400, 0.15);
    private static final int PAGES = (int) GEOMETRY.logicalPages();

    /** Without levelling, which is what each is compared with. */
    private static final Map<WriteMode, WearStatistics> PLAIN = new EnumMap<>(WriteMode.class);

    @ParameterizedTest
    @EnumSource(names = {"SINGLE", "HOST_AND_COPIES", "HCWF", "COLD"})
    void staticLevelling_ofDataThatStays_narrowsTheSpreadForACoupleOfCopies(WriteMode mode) {
        assertNarrower(mode, new WearLevelling.Static(10), 0.5);
    }

    @ParameterizedTest
    @EnumSource(names = {"SINGLE", "HOST_AND_COPIES", "HCWF", "COLD"})
    void dualPool_ofDataThatStays_narrowsTheSpreadForACoupleOfCopies(WriteMode mode) {
        assertNarrower(mode, new WearLevelling.DualPool(10), 0.5);
    }

    /** It does not touch blocks of cold data, so it levels only the wear of blocks that are written. */
    @ParameterizedTest
    @EnumSource(names = {"HCWF", "HOST_AND_COPIES"})
    void dynamicLevelling_narrowsTheSpread(WriteMode mode) {
        assertNarrower(mode, new WearLevelling.Dynamic(16), 0.95);
    }

    private static void assertNarrower(WriteMode mode, WearLevelling levelling, double factor) {
        WearStatistics plain = PLAIN.computeIfAbsent(mode, key -> wearAfterManyWrites(key, new WearLevelling.None()));
        WearStatistics levelled = wearAfterManyWrites(mode, levelling);
        assertThat(levelled.sigmaErases() / levelled.meanErases())
                .as("relative spread, %s instead of %s", levelled, plain)
                .isLessThan(factor * plain.sigmaErases() / plain.meanErases());
        assertThat(levelled.writeAmplification())
                .as("levelling costs copies")
                .isGreaterThan(plain.writeAmplification())
                .isLessThan(1.3 * plain.writeAmplification());
    }

    private static WearStatistics wearAfterManyWrites(WriteMode mode, WearLevelling levelling) {
        GarbageCollection collection = GarbageCollection.STANDARD
                .withVictims(new VictimPolicy.Choices(10))
                .withHeat(new HeatSource.Oracle(0.1))
                .withLevelling(levelling);
        SimulatedFlashDevice device = FlashDevices.timingOnly(
                FlashConfig.of(GEOMETRY).withWriteMode(mode).withCollection(collection));
        for (int page = 0; page < PAGES; page++) {
            device.writePage(page);
        }
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 150 * PAGES; i++) {
            boolean hot = random.nextInt(10) < 9;
            device.writePage(hot ? random.nextInt(PAGES / 10) : random.nextInt(PAGES / 2));
        }
        return device.statistics();
    }

    /**
     * For all blocks: if hot and cold data have separate frontiers, a few blocks of the cold pool run ahead with hot
     * data.
     */
    @Test
    void levelling_withOneFrontier_keepsAllBlocksNearItsThreshold() {
        for (WearLevelling levelling :
                new WearLevelling[] {new WearLevelling.Static(20), new WearLevelling.DualPool(20)}) {
            WearStatistics wear = wearAfterManyWrites(WriteMode.SINGLE, levelling);
            assertThat(wear.maxErases() - wear.meanErases()).as("%s", levelling).isLessThan(20);
            assertThat(wear.sigmaErases()).as("%s", levelling).isLessThan(20);
        }
    }

    @Test
    void badPolicy_isNamedInOneLine() {
        assertThatThrownBy(() -> new WearLevelling.Dynamic(65))
                .hasMessage("flash.wear.free-blocks: '65' given, expected 1 to 64");
        assertThatThrownBy(() -> new WearLevelling.Static(0))
                .hasMessage("flash.wear.threshold: '0' given, expected at least 1 erase");
        assertThatThrownBy(() -> new WearLevelling.DualPool(0))
                .hasMessage("flash.wear.threshold: '0' given, expected at least 1 erase");
        GarbageCollection hungry = GarbageCollection.STANDARD.withLevelling(new WearLevelling.Dynamic(64));
        assertThatThrownBy(() -> FlashConfig.of(FlashGeometry.ofBlocks(100)).withCollection(hungry))
                .hasMessage("flash.blocks: '100' given, expected at least 71 spare blocks for garbage collection,"
                        + " but over-provisioning 0.15 leaves 15");
    }
}
