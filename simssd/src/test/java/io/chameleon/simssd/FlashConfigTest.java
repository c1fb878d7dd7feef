package io.chameleon.simssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlashConfigTest {
    @Test
    void defaults_areThoseOfTheTableII() {
        FlashConfig config = FlashConfig.of(FlashGeometry.ofBlocks(100));
        assertThat(config.geometry()).isEqualTo(new FlashGeometry(4096, 64, 100, 0.15));
        assertThat(config.geometry().logicalPages()).isEqualTo(5440);
        assertThat(config.timing())
                .isEqualTo(new FlashTiming(
                        Duration.ofNanos(25_000), Duration.ofNanos(200_000), Duration.ofNanos(1_500_000)));
        assertThat(config.writeMode()).isEqualTo(WriteMode.SINGLE);
    }

    @Test
    void geometryOfACapacity_offersAtLeastThat() {
        for (long bytes : new long[] {1, 4096, 64L << 20, 1L << 30, (1L << 40) + 1, 6L << 40}) {
            FlashGeometry geometry = FlashGeometry.ofCapacity(bytes);
            assertThat(geometry.capacityBytes()).isGreaterThanOrEqualTo(bytes);
            assertThat(geometry.capacityBytes()).isLessThanOrEqualTo(bytes + 2 * 64 * 4096);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 48, 384, 576, 1_152, 16_384})
    void anyNumberOfPagesPerBlock_givesTheCapacityAskedFor(int pagesPerBlock) {
        FlashGeometry geometry = FlashGeometry.ofLogicalBlocks(pagesPerBlock, 1_000, 0.15);
        assertThat(geometry.logicalPages()).isEqualTo(1_000L * pagesPerBlock);
        assertThat(geometry.blocks()).isEqualTo(1_176);
    }

    @Test
    void badGeometry_isNamedInOneLine() {
        assertThatThrownBy(() -> new FlashGeometry(1000, 64, 100, 0.15))
                .hasMessage("flash.page-bytes: '1000' given, expected a power of two, 512 to 65536");
        assertThatThrownBy(() -> new FlashGeometry(4096, 0, 100, 0.15))
                .hasMessage("flash.pages-per-block: '0' given, expected 1 to 16384");
        assertThatThrownBy(() -> new FlashGeometry(4096, 16_385, 100, 0.15))
                .hasMessage("flash.pages-per-block: '16385' given, expected 1 to 16384");
        assertThatThrownBy(() -> new FlashGeometry(4096, 64, 0, 0.15))
                .hasMessage("flash.blocks: '0' given, expected 1 to 33554431");
        assertThatThrownBy(() -> new FlashGeometry(4096, 64, 33_554_432, 0.15)).hasMessageStartingWith("flash.blocks");
        assertThatThrownBy(() -> new FlashGeometry(4096, 64, 100, Double.NaN))
                .hasMessageStartingWith("flash.over-provisioning: 'NaN' given");
        assertThatThrownBy(() -> new FlashTiming(Duration.ZERO, Duration.ofNanos(-1), Duration.ZERO))
                .hasMessageStartingWith("flash.program-time: '-1ns' given");
    }

    @Test
    void tooFewSpareBlocks_areRefusedInOneLine() {
        assertThatThrownBy(() -> FlashConfig.of(FlashGeometry.ofBlocks(16)))
                .hasMessage("flash.blocks: '16' given, expected at least 7 spare blocks for garbage collection,"
                        + " but over-provisioning 0.15 leaves 2");
    }
}
