package io.chameleon.simssd.nand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class OobFormatTest {
    @Test
    void crc_isCrc32c() {
        byte[] check = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
        assertThat(OobFormat.crc(check, 0, check.length)).isEqualTo(0xE3069283);
    }

    /** The layout drawn in docs/reference/simssd-image.md, as bytes. */
    @Test
    void area_sealed_hasThePublishedLayout() {
        byte[] area = new byte[OobFormat.BYTES];
        for (int i = 0; i < OobFormat.SPARE_BYTES; i++) {
            area[OobFormat.SPARE_OFFSET + i] = (byte) (0xA0 + i);
        }
        OobFormat.seal(area, 0, 0x01020304, 0x1112131415161718L, 0x21222324, 0);
        assertThat(HexFormat.of().formatHex(area, 4, OobFormat.BYTES))
                .isEqualTo("24232221" + "0100" + "0000" + "04030201" + "1817161514131211"
                        + "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7");
        assertThat(OobFormat.isIntact(area, 0)).isTrue();
        assertThat(OobFormat.logicalPage(area, 0)).isEqualTo(0x01020304);
        assertThat(OobFormat.sequence(area, 0)).isEqualTo(0x1112131415161718L);
        assertThat(OobFormat.dataCrc(area, 0)).isEqualTo(0x21222324);
    }

    @Test
    void area_withAnyBitFlipped_isNotIntact() {
        byte[] area = new byte[OobFormat.BYTES];
        OobFormat.seal(area, 0, 7, 8, 9, 0);
        for (int bit = 0; bit < OobFormat.BYTES * Byte.SIZE; bit++) {
            area[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(OobFormat.isIntact(area, 0)).as("bit %d", bit).isFalse();
            area[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void erasedAndDiscardedAreas_areNotIntact() {
        byte[] areas = new byte[OobFormat.BYTES];
        assertThat(OobFormat.isIntact(areas, 0)).isFalse();
        java.util.Arrays.fill(areas, OobFormat.DISCARDED);
        assertThat(OobFormat.isIntact(areas, 0)).isFalse();
    }
}
