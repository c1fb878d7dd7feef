package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static final long SEED = Long.getLong("chameleon.seed", 1L);
    private static final int[] EDGES = {0x1, 'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.appendCodePoint(EDGES[random.nextInt(EDGES.length)]);
        }
        return text.toString();
    }

    @Test
    void compare_isTheOrderOfTheBytes() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            String a = text(random);
            String b = text(random);
            int bytes = Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
            assertThat(Integer.signum(Utf8.compare(a, b)))
                    .as("seed %d: %s and %s", SEED, a, b)
                    .isEqualTo(Integer.signum(bytes));
        }
    }

    @Test
    void storable_isWhatComesBackFromItsBytesUnchanged() {
        assertThat(Utf8.isStorable("", 0)).isTrue();
        assertThat(Utf8.isStorable("\u00e9", 2)).isTrue();
        assertThat(Utf8.isStorable("\u00e9", 1)).isFalse();
        assertThat(Utf8.isStorable("a\0", 10)).isFalse();
        assertThat(Utf8.isStorable("\ud800a", 10)).isFalse();
        assertThat(Utf8.isStorable("a\udc00", 10)).isFalse();
    }
}
