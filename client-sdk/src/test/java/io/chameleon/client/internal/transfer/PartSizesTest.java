package io.chameleon.client.internal.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartSizesTest {
    private static final long WANTED = 64L << 20;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, WANTED, WANTED + 1, 10_000 * WANTED, 10_000 * WANTED + 1, 1L << 42, (1L << 45) + 17})
    void parts_coverTheObjectOnce_andAreNoMoreThanAnUploadTakes(long size) {
        PartSizes sizes = PartSizes.of(size, WANTED);

        assertThat(sizes.count()).isBetween(1, 10_000);
        assertThat(IntStream.range(0, sizes.count()).mapToLong(sizes::length).sum())
                .isEqualTo(size);
        assertThat(IntStream.range(1, sizes.count()))
                .allMatch(part -> sizes.offset(part) == sizes.offset(part - 1) + sizes.length(part - 1));
    }
}
