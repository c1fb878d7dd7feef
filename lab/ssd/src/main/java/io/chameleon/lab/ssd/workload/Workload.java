package io.chameleon.lab.ssd.workload;

import io.chameleon.simssd.Check;
import java.util.random.RandomGenerator;

/** Which logical pages the host overwrites. */
public sealed interface Workload {
    /** The writes on a device of this many logical pages. */
    PageSource source(int logicalPages, RandomGenerator random);

    /** Any page, uniformly. */
    record Uniform() implements Workload {
        @Override
        public PageSource source(int logicalPages, RandomGenerator random) {
            return (pages, count) -> {
                for (int i = 0; i < count; i++) {
                    pages[i] = random.nextInt(logicalPages);
                }
            };
        }
    }

    /**
     * Rosenblum's two classes (GC reading 1): a hot page with probability r, uniformly among the first
     * {@code floor(f * pages)}, else a cold one.
     *
     * @param hotProbability r, 0 to 1
     * @param hotFraction f, between 0 and 1
     */
    record Rosenblum(double hotProbability, double hotFraction) implements Workload {
        public Rosenblum {
            Check.that(
                    hotProbability >= 0 && hotProbability <= 1,
                    "hot probability",
                    hotProbability,
                    "a number from 0 to 1");
            Check.that(hotFraction > 0 && hotFraction < 1, "hot fraction", hotFraction, "a number between 0 and 1");
        }

        @Override
        public PageSource source(int logicalPages, RandomGenerator random) {
            int hot = (int) Math.floor(hotFraction * logicalPages);
            Check.that(hot >= 1, "hot fraction", hotFraction, "at least one of " + logicalPages + " logical pages");
            int cold = logicalPages - hot;
            return (pages, count) -> {
                for (int i = 0; i < count; i++) {
                    boolean isHot = random.nextDouble() < hotProbability;
                    pages[i] = isHot ? random.nextInt(hot) : hot + random.nextInt(cold);
                }
            };
        }
    }

    /**
     * Zipf: page k, counted from 1, is written in proportion to {@code 1 / k^exponent}. The hottest pages are the first
     * ones.
     *
     * @param exponent above 0, at most 10
     */
    record Zipf(double exponent) implements Workload {
        public Zipf {
            Check.that(exponent > 0 && exponent <= 10, "zipf exponent", exponent, "above 0, at most 10");
        }

        @Override
        public PageSource source(int logicalPages, RandomGenerator random) {
            ZipfRanks ranks = new ZipfRanks(logicalPages, exponent, random);
            return (pages, count) -> {
                for (int i = 0; i < count; i++) {
                    pages[i] = ranks.next() - 1;
                }
            };
        }
    }

    /** A recording, repeated from its beginning. */
    final class Replay implements Workload {
        private final int[] writes;
        private final int highest;

        /** @param writes logical pages in the order they are written; at least one, none negative */
        public Replay(int[] writes) {
            Check.that(writes.length > 0, "page writes of the trace", writes.length, "at least one");
            int max = 0;
            for (int page : writes) {
                Check.that(page >= 0, "logical page of the trace", page, "0 or more");
                max = Math.max(max, page);
            }
            this.writes = writes.clone();
            highest = max;
        }

        @Override
        public PageSource source(int logicalPages, RandomGenerator random) {
            Check.that(
                    logicalPages > highest,
                    "logical pages",
                    logicalPages,
                    "more than " + highest + ", the highest page of the trace");
            return new PageSource() {
                private int position;

                @Override
                public void next(int[] pages, int count) {
                    for (int i = 0; i < count; i++) {
                        pages[i] = writes[position];
                        position = position + 1 == writes.length ? 0 : position + 1;
                    }
                }
            };
        }
    }
}
