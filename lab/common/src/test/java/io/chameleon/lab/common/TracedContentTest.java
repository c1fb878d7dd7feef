package io.chameleon.lab.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TracedContentTest {
    private final TracedContent content = new TracedContent(1);

    @Test
    void value_ofItsOwnBytes_isKnown_downToTheShortest() throws DamagedException {
        for (int length = TracedContent.HEADER_BYTES; length < 100; length++) {
            assertThat(content.value(7, content.of(7, length, length))).isEqualTo(length);
        }
    }

    @Test
    void bytesOfAnotherWrite_ownerOrSeed_areDamage() {
        byte[] bytes = content.of(7, 3, 50);
        assertThatThrownBy(() -> content.value(8, bytes)).hasMessage("value 3 of key 7");
        assertThatThrownBy(() -> new TracedContent(2).value(7, bytes)).isInstanceOf(DamagedException.class);
        byte[] mixture = content.of(7, 4, 50);
        System.arraycopy(bytes, 0, mixture, 0, 25);
        assertThatThrownBy(() -> content.value(7, mixture))
                .hasMessage("value 3 differs from what was written from byte 25 of 50");
    }

    @Test
    void partOfAWrite_isDamage_thoughItBeginsLikeIt() {
        byte[] bytes = content.of(7, 3, 50);
        assertThatThrownBy(() -> content.value(7, Arrays.copyOf(bytes, 49))).isInstanceOf(DamagedException.class);
        assertThatThrownBy(() -> content.value(7, Arrays.copyOf(bytes, 3))).hasMessageContaining("3 bytes");
    }
}
