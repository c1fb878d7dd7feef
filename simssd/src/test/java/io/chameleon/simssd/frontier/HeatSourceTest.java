package io.chameleon.simssd.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.HeatSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeatSourceTest {
    private static final FlashGeometry GEOMETRY = new FlashGeometry(512, 8, 1_000, 0.2);
    private static final int PAGES = (int) GEOMETRY.logicalPages();

    @Test
    void oracle_knowsTheFirstPagesByTheirShare() {
        Thermometer oracle = Thermometer.of(new HeatSource.Oracle(0.29), FlashGeometry.ofLogicalBlocks(4, 25, 0.5));
        assertThat(oracle.isHot(28, WriteHint.COLD)).isTrue();
        assertThat(oracle.isHot(29, WriteHint.HOT)).isFalse();
    }

    @Test
    void hint_isBelieved() {
        Thermometer hint = Thermometer.of(new HeatSource.Hint(), GEOMETRY);
        assertThat(hint.isHot(5, WriteHint.HOT)).isTrue();
        assertThat(hint.isHot(5, WriteHint.COLD)).isFalse();
        assertThat(hint.isHot(5, WriteHint.UNKNOWN)).isFalse();
    }

    /** A tenth of the pages gets nine tenths of the writes, then another tenth does. */
    @Test
    void learnedHeat_whenTheHotSetMoves_followsIt() {
        Thermometer learned = Thermometer.of(new HeatSource.Learned(4, 2), GEOMETRY);
        SplittableRandom random = new SplittableRandom(4);
        int tenth = PAGES / 10;
        assertThat(shareTakenForHot(learned, random, 0, true)).isGreaterThan(0.97);
        assertThat(shareTakenForHot(learned, random, 0, false)).isLessThan(0.02);
        assertThat(shareTakenForHot(learned, random, 4 * tenth, true)).isGreaterThan(0.97);
        assertThat(shareTakenForHot(learned, random, 4 * tenth, false)).isLessThan(0.02);
        assertThat(learned.wasHot(4 * tenth + 1)).isTrue();
        assertThat(learned.wasHot(0)).isFalse();
    }

    @Test
    void learnedHeat_ofUniformWrites_isCold() {
        Thermometer learned = Thermometer.of(new HeatSource.Learned(16, 2), GEOMETRY);
        SplittableRandom random = new SplittableRandom(5);
        int hot = 0;
        for (int write = 0; write < 50 * PAGES; write++) {
            hot += learned.isHot(random.nextInt(PAGES), WriteHint.HOT) ? 1 : 0;
        }
        assertThat(hot).isLessThan(50 * PAGES / 100);
    }

    @Test
    void badHeatSource_isNamedInOneLine() {
        assertThatThrownBy(() -> new HeatSource.Oracle(1.5))
                .hasMessage("flash.heat.hot-fraction: '1.5' given, expected a share of the logical pages, 0 to 1");
        assertThatThrownBy(() -> new HeatSource.Learned(3, 2))
                .hasMessage("flash.heat.pages-per-group: '3' given, expected a power of two, 1 to 4096");
        assertThatThrownBy(() -> new HeatSource.Learned(4, 1))
                .hasMessage("flash.heat.hot-ratio: '1.0' given, expected above 1, at most 1000 times the average");
    }

    /**
     * The share of writes to the hot set, or to the rest, that the thermometer considers hot once it has had time to
     * learn.
     */
    private static double shareTakenForHot(Thermometer thermometer, SplittableRandom random, int hotFrom, boolean hot) {
        int counted = 0;
        int takenForHot = 0;
        for (int write = 0; write < 20 * PAGES; write++) {
            boolean toHotSet = random.nextInt(10) < 9;
            int page = toHotSet ? hotFrom + random.nextInt(PAGES / 10) : random.nextInt(PAGES);
            boolean inHotSet = page >= hotFrom && page < hotFrom + PAGES / 10;
            boolean taken = thermometer.isHot(page, WriteHint.COLD);
            if (write > 10 * PAGES && inHotSet == hot) {
                counted++;
                takenForHot += taken ? 1 : 0;
            }
        }
        return (double) takenForHot / counted;
    }
}
