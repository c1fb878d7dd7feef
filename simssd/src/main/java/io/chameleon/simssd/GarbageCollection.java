package io.chameleon.simssd;

/**
 * The parameters of garbage collection, apart from {@link WriteMode}, which says which pages share a block. Start from
 * {@link #STANDARD} and change what you need.
 *
 * @param victims which block is collected
 * @param swapChoices the papers' d*: blocks drawn for the second victim of {@link WriteMode#HCWF_SWAP}, 1 to 10,000
 * @param heat what classifies writes as hot or cold, in {@link WriteMode#HOT_COLD_AND_COPIES}, {@link WriteMode#HCWF}
 *     and {@link WriteMode#HCWF_SWAP}
 * @param temperatures regions of {@link WriteMode#COLD}, 2 to 8
 * @param levelling wear levelling in addition to that of the write mode
 * @param seed of all random draws: same seed, same operations, same device
 */
public record GarbageCollection(
        VictimPolicy victims, int swapChoices, HeatSource heat, int temperatures, WearLevelling levelling, long seed) {
    /** Greedy, the host's hints, d* = 100 as in the paper's section 4, four temperatures, no wear levelling. */
    public static final GarbageCollection STANDARD = new GarbageCollection(
            new VictimPolicy.Greedy(), 100, new HeatSource.Hint(), 4, new WearLevelling.None(), 1);

    public GarbageCollection {
        Check.that(
                swapChoices >= 1 && swapChoices <= 10_000,
                "flash.gc.swap-choices",
                swapChoices,
                "1 to 10000 blocks drawn");
        Check.that(temperatures >= 2 && temperatures <= 8, "flash.gc.temperatures", temperatures, "2 to 8");
    }

    public GarbageCollection withVictims(VictimPolicy policy) {
        return new GarbageCollection(policy, swapChoices, heat, temperatures, levelling, seed);
    }

    public GarbageCollection withSwapChoices(int choices) {
        return new GarbageCollection(victims, choices, heat, temperatures, levelling, seed);
    }

    public GarbageCollection withHeat(HeatSource source) {
        return new GarbageCollection(victims, swapChoices, source, temperatures, levelling, seed);
    }

    public GarbageCollection withTemperatures(int regions) {
        return new GarbageCollection(victims, swapChoices, heat, regions, levelling, seed);
    }

    public GarbageCollection withLevelling(WearLevelling policy) {
        return new GarbageCollection(victims, swapChoices, heat, temperatures, policy, seed);
    }

    /** Blocks kept free for wear levelling. */
    public int freeBlocks() {
        return levelling instanceof WearLevelling.Dynamic dynamic ? dynamic.freeBlocks() : 0;
    }

    public GarbageCollection withSeed(long newSeed) {
        return new GarbageCollection(victims, swapChoices, heat, temperatures, levelling, newSeed);
    }
}
