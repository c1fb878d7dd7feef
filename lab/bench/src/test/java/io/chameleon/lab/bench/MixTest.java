package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A | a (read 50.0 %, update 50.0 %) | SCRAMBLED",
                "d | d (read 95.0 %, insert 5.0 %) | LATEST",
                "f | f (read 50.0 %, read-modify-write 50.0 %) | SCRAMBLED",
                "read=3,head=1 | read=3,head=1 (read 75.0 %, head 25.0 %) | SCRAMBLED",
            })
    void mix_named_orGivenByShares(String text, String described, KeyDistribution keys) {
        Mix mix = Mix.parse(text);
        assertThat(mix).hasToString(described);
        assertThat(mix.keys()).isEqualTo(keys);
    }

    @Test
    void draws_followTheShares() {
        Mix mix = Mix.parse("read=70,update=25,scan=5");
        SplittableRandom random = new SplittableRandom(1);
        Map<Operation, Integer> drawn = new EnumMap<>(Operation.class);
        for (int i = 0; i < 100_000; i++) {
            drawn.merge(mix.draw(random), 1, Integer::sum);
        }
        assertThat(drawn).containsOnlyKeys(Operation.READ, Operation.UPDATE, Operation.SCAN);
        assertThat(drawn.get(Operation.READ)).isCloseTo(70_000, offset(1000));
        assertThat(drawn.get(Operation.SCAN)).isCloseTo(5_000, offset(500));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"g", "", "read=0", "read=-1", "read=x", "read=", "write=50", "read=1,read=2", "read=1,", "=1"})
    void mix_bad_isNamed(String text) {
        assertThatThrownBy(() -> Mix.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--mix: '");
    }
}
