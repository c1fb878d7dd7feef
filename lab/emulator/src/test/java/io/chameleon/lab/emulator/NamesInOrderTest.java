package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesInOrderTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 11, 100, 1234})
    void theNumbersAreInTheOrderOfTheirNames(int count) {
        assertThat(NamesInOrder.of(count))
                .containsExactly(IntStream.range(0, count)
                        .boxed()
                        .sorted((a, b) -> a.toString().compareTo(b.toString()))
                        .mapToInt(Integer::intValue)
                        .toArray());
    }
}
