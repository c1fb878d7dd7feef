package io.chameleon.lab.ssd.workload;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;

/** Builds the device and the workload of a setting of the paper's model. */
public final class PaperSetting {
    /** Each cold page should have been overwritten this often before a run is measured (GC reading 10). */
    private static final int COLD_OVERWRITES = 5;

    private static final int LONGEST = 2_000;

    private PaperSetting() {}

    /** HCWF(swap), or HCWF if d* is 0, with d choices; an oracle knows the hot pages. */
    public static FlashConfig device(HotColdParameters setting, int logicalBlocks) {
        FlashGeometry geometry =
                FlashGeometry.ofLogicalBlocks(setting.pagesPerBlock(), logicalBlocks, setting.spareFactor());
        GarbageCollection collection = GarbageCollection.STANDARD
                .withVictims(new VictimPolicy.Choices(setting.choices()))
                .withHeat(new HeatSource.Oracle(setting.hotFraction()));
        return setting.swaps()
                ? new FlashConfig(
                        geometry,
                        FlashTiming.TABLE_II,
                        WriteMode.HCWF_SWAP,
                        collection.withSwapChoices(setting.swapChoices()))
                : new FlashConfig(geometry, FlashTiming.TABLE_II, WriteMode.HCWF, collection);
    }

    public static Workload workload(HotColdParameters setting) {
        return new Workload.Rosenblum(setting.hotProbability(), setting.hotFraction());
    }

    /** @param tolerance of {@link WarmUp} */
    public static SteadyState steadyState(HotColdParameters setting, int logicalBlocks, double tolerance) {
        int least = WarmUp.coldOverwrites(setting.hotProbability(), setting.hotFraction(), COLD_OVERWRITES);
        return new SteadyState(
                device(setting, logicalBlocks),
                workload(setting),
                new WarmUp(least, Math.max(LONGEST, least), tolerance),
                SteadyState.AUTOMATIC,
                SteadyState.AUTOMATIC);
    }
}
