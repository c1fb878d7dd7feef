package io.chameleon.simssd;

/** What classifies writes as hot or cold, for the write modes that separate them. */
public sealed interface HeatSource {
    /** The host, by the hint of each write. */
    record Hint() implements HeatSource {}

    /**
     * An oracle: the first {@code floor(hotFraction * logical pages)} logical pages are hot (GC reading 1).
     *
     * @param hotFraction the papers' f, 0 to 1
     */
    record Oracle(double hotFraction) implements HeatSource {
        public Oracle {
            Check.that(
                    hotFraction >= 0 && hotFraction <= 1,
                    "flash.heat.hot-fraction",
                    hotFraction,
                    "a share of the logical pages, 0 to 1");
        }
    }

    /**
     * Learned: writes are counted per group of neighbouring pages, and counts are halved every eight writes per group.
     * A group written more than {@code hotRatio} times as often as the average one is hot. Costs 4 bytes per group.
     *
     * @param pagesPerGroup a power of two, 1 to 4,096
     * @param hotRatio above 1, at most 1,000
     */
    record Learned(int pagesPerGroup, double hotRatio) implements HeatSource {
        public Learned {
            boolean powerOfTwo = pagesPerGroup >= 1 && pagesPerGroup <= 4096 && Integer.bitCount(pagesPerGroup) == 1;
            Check.that(powerOfTwo, "flash.heat.pages-per-group", pagesPerGroup, "a power of two, 1 to 4096");
            Check.that(
                    hotRatio > 1 && hotRatio <= 1_000,
                    "flash.heat.hot-ratio",
                    hotRatio,
                    "above 1, at most 1000 times the average");
        }
    }
}
