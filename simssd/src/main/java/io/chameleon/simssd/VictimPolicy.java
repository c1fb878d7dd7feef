package io.chameleon.simssd;

/**
 * Which full block garbage collection empties next. Candidates are all full blocks except the one that has just filled
 * up (GC reading 3).
 */
public sealed interface VictimPolicy {
    /** The fewest live pages, by exact bookkeeping; optimal for uniform random writes. O(1). */
    record Greedy() implements VictimPolicy {}

    /** Any block, uniformly. O(1). */
    record Random() implements VictimPolicy {}

    /** The block that filled up first. O(1). */
    record Fifo() implements VictimPolicy {}

    /**
     * The fewest live pages among {@code choices} blocks drawn uniformly, with replacement; the first drawn among
     * equals. O(d).
     *
     * @param choices the papers' d, 1 to 10,000
     */
    record Choices(int choices) implements VictimPolicy {
        public Choices {
            Check.that(choices >= 1 && choices <= 10_000, "flash.gc.choices", choices, "1 to 10000 blocks drawn");
        }
    }

    /**
     * The fewest live pages among the blocks that filled up first. O(1).
     *
     * @param window how many blocks, at least 1; a window of all blocks is {@link Greedy}, one of 1 is nearly
     *     {@link Fifo}
     */
    record WindowedGreedy(int window) implements VictimPolicy {
        public WindowedGreedy {
            Check.that(window >= 1, "flash.gc.window", window, "at least 1 block");
        }
    }

    /** The best {@code age * (1 - u) / 2u}, u being the live share. O(pages per block). */
    record CostBenefit() implements VictimPolicy {}

    static VictimPolicy greedy() {
        return new Greedy();
    }

    static VictimPolicy choices(int d) {
        return new Choices(d);
    }
}
