package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.common.DamagedException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ContentsTest {
    private static final int KEY = 7;
    private static final long VALUE = 123_456;

    private final Contents contents = new Contents(1);

    @Test
    void value_ofItsOwnBytes_isKnown() throws DamagedException {
        for (long value = 1; value < 300; value++) {
            byte[] bytes = contents.of(KEY, value);
            assertThat(bytes).hasSizeLessThanOrEqualTo(Contents.MAX_BYTES);
            assertThat(contents.value(KEY, bytes)).isEqualTo(value);
        }
    }

    @Test
    void oneBitFlipped_orCutOff_orOfAnotherKey_isDamage() {
        byte[] bytes = contents.of(KEY, VALUE);
        byte[] flipped = bytes.clone();
        flipped[bytes.length - 1] ^= 1;
        assertThatThrownBy(() -> contents.value(KEY, flipped))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("from byte " + (bytes.length - 1));
        assertThatThrownBy(() -> contents.value(KEY, Arrays.copyOf(bytes, bytes.length - 1)))
                .isInstanceOf(DamagedException.class);
        assertThatThrownBy(() -> contents.value(KEY + 1, bytes)).hasMessageContaining("of key " + KEY);
        assertThatThrownBy(() -> contents.value(KEY, new byte[3])).isInstanceOf(DamagedException.class);
    }
}
