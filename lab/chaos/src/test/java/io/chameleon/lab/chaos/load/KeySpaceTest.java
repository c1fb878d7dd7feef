package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.testing.Seed;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySpaceTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int DRAWS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 1_000})
    void keysThatAreDrawn_exist(int keys) {
        KeySpace space = new KeySpace(keys);
        SplittableRandom random = new SplittableRandom(SEED.value());
        assertThat(IntStream.range(0, DRAWS).map(i -> space.draw(random)).distinct())
                .allMatch(key -> key >= 0 && key < keys)
                .hasSizeGreaterThan(keys / 2);
    }

    @Test
    void fewKeys_areHot() {
        KeySpace space = new KeySpace(1_000);
        SplittableRandom random = new SplittableRandom(SEED.value());
        int[] counts = new int[1_000];
        IntStream.range(0, DRAWS).forEach(i -> counts[space.draw(random)]++);
        assertThat(IntStream.of(counts).sorted().skip(900).sum())
                .as("draws of the hottest tenth of the keys")
                .isGreaterThan(DRAWS * 4 / 10);
    }

    @Test
    void versionOfAKey_isTheOneWrittenLast() {
        KeySpace space = new KeySpace(2);
        assertThat(space.newest(1)).isNull();
        space.wrote(1, new KeySpace.Version(5, "tag-5"));
        space.wrote(1, new KeySpace.Version(7, "tag-7"));
        assertThat(space.newest(1)).isEqualTo(new KeySpace.Version(7, "tag-7"));
        assertThat(space.newest(0)).isNull();
    }
}
