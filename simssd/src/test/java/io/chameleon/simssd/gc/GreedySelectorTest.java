package io.chameleon.simssd.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashGeometry;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GreedySelectorTest {
    private static final FlashGeometry GEOMETRY = new FlashGeometry(512, 8, 100, 0.2);

    @Test
    void select_always_takesABlockWithTheFewestLivePages() {
        SplittableRandom random = new SplittableRandom(3);
        GreedySelector selector = new GreedySelector(GEOMETRY);
        int[] live = new int[GEOMETRY.blocks()];
        for (int block = 0; block < live.length; block++) {
            live[block] = random.nextInt(9);
            selector.add(block, live[block]);
        }
        for (int step = 0; step < 10_000; step++) {
            int block = random.nextInt(live.length);
            if (live[block] > 0) {
                selector.pageDied(block, --live[block]);
            }
            if (step % 3 == 0) {
                int victim = selector.select();
                assertThat(live[victim]).isEqualTo(Arrays.stream(live).min().orElseThrow());
                live[victim] = random.nextInt(9);
                selector.add(victim, live[victim]);
            }
        }
    }

    @Test
    void select_amongEquals_takesTheOneThatGotThereFirst() {
        GreedySelector selector = new GreedySelector(GEOMETRY);
        selector.add(5, 4);
        selector.add(2, 3);
        selector.add(9, 4);
        selector.pageDied(9, 3);
        selector.pageDied(5, 3);
        assertThat(selector.select()).isEqualTo(2);
        assertThat(selector.select()).isEqualTo(9);
        assertThat(selector.select()).isEqualTo(5);
        assertThat(selector.select()).isEqualTo(VictimSelector.NONE);
    }

    @Test
    void select_whenEveryBlockIsWhollyLive_findsNone() {
        GreedySelector selector = new GreedySelector(GEOMETRY);
        selector.add(1, 8);
        assertThat(selector.select()).isEqualTo(VictimSelector.NONE);
        selector.pageDied(1, 7);
        assertThat(selector.select()).isEqualTo(1);
    }

    @Test
    void pageDied_inABlockThatIsNoCandidate_isIgnored() {
        GreedySelector selector = new GreedySelector(GEOMETRY);
        selector.pageDied(1, 0);
        assertThat(selector.select()).isEqualTo(VictimSelector.NONE);
    }
}
