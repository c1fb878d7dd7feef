package io.chameleon.simssd.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.testing.VictimPolicies;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every victim policy compared with its specification, on blocks of 8 pages that lose pages at random. */
class VictimSelectorTest {
    private static final int BLOCKS = 60;
    private static final FlashGeometry GEOMETRY = new FlashGeometry(512, 8, BLOCKS, 0.2);

    static VictimPolicy[] policies() {
        return VictimPolicies.all();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void selector_addedAndRemovedAtRandom_yieldsEachCandidateOnceAndNoOther(VictimPolicy policy) {
        Blocks blocks = new Blocks(policy, 9);
        boolean[] candidate = new boolean[BLOCKS];
        for (int step = 0; step < 20_000; step++) {
            int block = blocks.random.nextInt(BLOCKS);
            int dice = blocks.random.nextInt(4);
            if (!candidate[block] && dice > 0) {
                blocks.fill(block);
                candidate[block] = true;
            } else if (candidate[block] && dice == 0) {
                blocks.selector.remove(block);
                candidate[block] = false;
            } else {
                blocks.killPageOf(block);
            }
            if (step % 5 == 0 && IntStream.range(0, BLOCKS).anyMatch(b -> candidate[b] && blocks.live(b) < 8)) {
                int victim = blocks.selector.select();
                assertThat(candidate[victim]).as("step %d", step).isTrue();
                candidate[victim] = false;
            }
        }
    }

    @Test
    void fifo_always_takesTheBlockThatFilledUpFirst() {
        Blocks blocks = new Blocks(new VictimPolicy.Fifo(), 1);
        blocks.fill(7, 3, 9);
        blocks.killPageOf(9);
        assertThat(blocks.selector.select()).isEqualTo(7);
        assertThat(blocks.selector.select()).isEqualTo(3);
        assertThat(blocks.selector.select()).isEqualTo(9);
        assertThat(blocks.selector.select()).isEqualTo(VictimSelector.NONE);
    }

    @Test
    void windowedGreedy_withBetterBlocksOutside_choosesInItsWindow() {
        Blocks blocks = new Blocks(new VictimPolicy.WindowedGreedy(2), 1);
        blocks.fill(1, 2, 3);
        blocks.killPageOf(2);
        blocks.killPageOf(3);
        blocks.killPageOf(3);
        assertThat(blocks.selector.select()).isEqualTo(2);
        assertThat(blocks.selector.select()).as("has moved into the window").isEqualTo(3);
        assertThat(blocks.selector.select()).as("wholly live").isEqualTo(VictimSelector.NONE);
    }

    @Test
    void windowedGreedy_withAWhollyLiveWindow_looksFurther() {
        Blocks blocks = new Blocks(new VictimPolicy.WindowedGreedy(2), 1);
        blocks.fill(1, 2, 3, 4);
        blocks.killPageOf(4);
        assertThat(blocks.selector.select()).isEqualTo(4);
    }

    /** Compared with the definition, evaluated for every block. */
    @Test
    void costBenefit_always_takesTheHighestBenefit() {
        Blocks blocks = new Blocks(new VictimPolicy.CostBenefit(), 5);
        long[] changedAt = new long[BLOCKS];
        long now = 0;
        for (int block = 0; block < BLOCKS; block++) {
            blocks.fill(block);
            changedAt[block] = ++now;
        }
        for (int step = 0; step < 5_000; step++) {
            int block = blocks.random.nextInt(BLOCKS);
            if (blocks.live(block) > 0) {
                blocks.killPageOf(block);
                changedAt[block] = ++now;
            }
            if (step > 100 && step % 6 == 0) {
                double best = 0;
                for (int b = 0; b < BLOCKS; b++) {
                    best = Math.max(best, benefit(blocks.live(b), now - changedAt[b] + 1));
                }
                int victim = blocks.selector.select();
                assertThat(benefit(blocks.live(victim), now - changedAt[victim] + 1))
                        .isEqualTo(best);
                blocks.fill(victim);
                changedAt[victim] = ++now;
            }
        }
    }

    private static double benefit(int live, long age) {
        return live == 0 ? Double.POSITIVE_INFINITY : age * (8.0 - live) / (2.0 * live);
    }

    /** P(victim is among the k best) = 1 - (1 - k/n)^d, with replacement (GC reading 3). */
    @Test
    void choices_ofDistinctBlocks_areDrawnUniformlyWithReplacement() {
        Blocks blocks = new Blocks(new VictimPolicy.Choices(4), 3);
        for (int block = 0; block < 8; block++) {
            blocks.fill(block);
            for (int death = 0; death < block; death++) {
                blocks.killPageOf(block); // block 7 has one live page, block 0 has eight
            }
        }
        int draws = 200_000;
        int[] chosen = new int[8];
        for (int draw = 0; draw < draws; draw++) {
            int victim = blocks.selector.select();
            chosen[victim]++;
            blocks.selector.add(victim, blocks.live(victim));
        }
        for (int block = 0; block < 8; block++) {
            double expected = Math.pow((block + 1) / 8.0, 4) - Math.pow(block / 8.0, 4);
            assertThat((double) chosen[block] / draws).as("block %d", block).isCloseTo(expected, within(0.004));
        }
    }

    @Test
    void badPolicy_isNamedInOneLine() {
        assertThatThrownBy(() -> new VictimPolicy.Choices(0))
                .hasMessage("flash.gc.choices: '0' given, expected 1 to 10000 blocks drawn");
        assertThatThrownBy(() -> new VictimPolicy.WindowedGreedy(0))
                .hasMessage("flash.gc.window: '0' given, expected at least 1 block");
        assertThatThrownBy(() -> GarbageCollection.STANDARD.withSwapChoices(0))
                .hasMessage("flash.gc.swap-choices: '0' given, expected 1 to 10000 blocks drawn");
        assertThatThrownBy(() -> GarbageCollection.STANDARD.withTemperatures(9))
                .hasMessage("flash.gc.temperatures: '9' given, expected 2 to 8");
    }

    /** Full blocks of a map: block b holds the logical pages 8 b to 8 b + 7. */
    private static final class Blocks {
        final SplittableRandom random;
        final VictimSelector selector;
        private final PageMap map = new PageMap(new FlashGeometry(512, 8, BLOCKS, 0));

        Blocks(VictimPolicy policy, long seed) {
            random = new SplittableRandom(seed);
            selector = VictimSelector.of(policy, GEOMETRY, map, new FastRandom(seed));
        }

        void fill(int... blocks) {
            for (int block : blocks) {
                for (int page = block * 8; page < block * 8 + 8; page++) {
                    map.map(page, page);
                }
                selector.add(block, 8);
            }
        }

        void killPageOf(int block) {
            if (live(block) > 0) {
                map.unmap(map.nextLive(block * 8));
                selector.pageDied(block, live(block));
            }
        }

        int live(int block) {
            return map.liveInBlock(block);
        }
    }
}
