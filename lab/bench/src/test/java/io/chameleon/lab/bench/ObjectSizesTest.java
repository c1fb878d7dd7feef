package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectSizesTest {
    private static LongStream draws(String sizes) {
        ObjectSizes parsed = ObjectSizes.parse(sizes);
        SplittableRandom random = new SplittableRandom(3);
        return LongStream.generate(() -> parsed.draw(random)).limit(10_000);
    }

    @Test
    void oneSize_isAlwaysThat() {
        assertThat(draws("64KiB").distinct()).containsExactly(65_536L);
    }

    @Test
    void weighted_comesInProportion() {
        assertThat(draws("4KiB:90,1MiB:10").filter(size -> size == 4096).count())
                .isBetween(8_800L, 9_200L);
        assertThat(draws("4KiB:90,1MiB:10").distinct()).containsExactlyInAnyOrder(4096L, 1L << 20);
    }

    @Test
    void range_holdsBothEnds() {
        assertThat(draws("10-12").distinct()).containsExactlyInAnyOrder(10L, 11L, 12L);
        assertThat(ObjectSizes.parse("10-12").largest()).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4KiB:", "4KiB:0", "x", "4KiB-", "8KiB-4KiB", "1-2-3", "4KiB:1:2", "65GiB"})
    void sizes_bad_areNamed(String text) {
        assertThatThrownBy(() -> ObjectSizes.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--sizes: '");
    }
}
