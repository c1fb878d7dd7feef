package io.chameleon.core.redundancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a locally repairable scheme survives, against the obvious: trying every loss. */
class LocalSchemeTest {
    private static final RedundancyScheme LRC_12_2_2 = RedundancyScheme.parse("LRC(12+2+2)");

    private static BitSet set(long bits) {
        return BitSet.valueOf(new long[] {bits});
    }

    private static List<Integer> list(long bits) {
        return set(bits).stream().boxed().toList();
    }

    private static boolean isReadable(RedundancyScheme scheme, long lost) {
        return scheme.isReadable(set(~lost & (1L << scheme.width()) - 1));
    }

    /** The most further losses after which the data can be read, whichever they are; -1 if it cannot already. */
    private static int[] margins(RedundancyScheme scheme) {
        int width = scheme.width();
        int[] margins = new int[1 << width];
        // From all lost to none: a loss bears one fewer than the worst of those with one more.
        for (int lost = (1 << width) - 1; lost >= 0; lost--) {
            int at = lost;
            margins[lost] = !isReadable(scheme, lost)
                    ? -1
                    : 1
                            + IntStream.range(0, width)
                                    .filter(i -> (at >> i & 1) == 0)
                                    .map(i -> margins[at | 1 << i])
                                    .min()
                                    .orElse(-1);
        }
        return margins;
    }

    @ParameterizedTest
    @ValueSource(strings = {"LRC(4+2+1)", "LRC(4+2+2)", "LRC(6+3+2)", "LRC(8+2+2)", "EC(4+2)", "REP(3)"})
    void margin_isHowManyMoreMayBeLost_whateverIsLostAlready(String text) {
        RedundancyScheme scheme = RedundancyScheme.parse(text);
        int[] margins = margins(scheme);
        for (int lost = 0; lost < margins.length; lost++) {
            assertThat(Math.max(-1, scheme.margin(list(lost))))
                    .as("%s lost %s", text, list(lost))
                    .isEqualTo(margins[lost]);
        }
        assertThat(scheme.survives()).isEqualTo(margins[0]);
        assertThat(scheme.hasWriteQuorum(List.of(), 1 << 20)).isTrue();
    }

    @Test
    void scheme_isParsedAndWrittenAsText() {
        assertThat(LRC_12_2_2).isEqualTo(RedundancyScheme.local(12, 2, 2)).hasToString("LRC(12+2+2)");
        assertThat(LRC_12_2_2.width()).isEqualTo(16);
        assertThat(LRC_12_2_2.policy()).isEqualTo(RedundancyPolicy.EC);
        assertThat(LRC_12_2_2.survives()).isEqualTo(3);
        assertThat(LRC_12_2_2).isNotEqualTo(RedundancyScheme.parse("EC(12+4)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LRC(12+5+2)", "LRC(12+1+2)", "LRC(12+2+3)", "LRC(12+2+0)", "LRC(32+2+2)", "LRC(12+12+2)"})
    void shapeThatIsNotOffered_isRefusedInOneLine(String text) {
        assertThatThrownBy(() -> RedundancyScheme.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("2 to 17 groups, of 2 to 15 data fragments each, and 1 or 2 parity fragments");
    }

    @Test
    void writeQuorum_asksForTheRightFragments_notForANumber() {
        int segment = 1 << 20;
        assertThat(LRC_12_2_2.hasWriteQuorum(List.of(0, 6, 12), segment))
                .as("margin 1")
                .isTrue();
        assertThat(LRC_12_2_2.hasWriteQuorum(List.of(0, 1, 2), segment))
                .as("margin 0")
                .isFalse();
        assertThat(LRC_12_2_2.hasWriteQuorum(List.of(14, 15), segment))
                .as("a group's first loss is free")
                .isTrue();
        assertThat(LRC_12_2_2.hasWriteQuorum(List.of(14, 15, 3), segment)).isFalse();
        assertThat(LRC_12_2_2.hasWriteQuorum(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 4096))
                .as("padding is not missing")
                .isTrue();
    }

    @Test
    void fragments_areAddedInOrderOfPreference_untilTheyAreEnough() {
        BitSet there = new BitSet();
        there.set(1, 12); // all data but the first
        assertThat(LRC_12_2_2.adds(there, 13)).as("the parity of a whole group").isFalse();
        assertThat(LRC_12_2_2.adds(there, 12)).isTrue();
        assertThat(LRC_12_2_2.adds(there, 14)).isTrue();
        there.set(12);
        assertThat(LRC_12_2_2.isReadable(there)).isTrue();
        assertThat(LRC_12_2_2.adds(there, 14)).isFalse();
        assertThat(LRC_12_2_2.localGroup(0)).isEqualTo(set(0b1_0000_0011_1111));
        assertThat(LRC_12_2_2.localGroup(13)).isEqualTo(set(0b10_1111_1100_0000));
        assertThat(LRC_12_2_2.localGroup(14).isEmpty()).isTrue();
    }
}
