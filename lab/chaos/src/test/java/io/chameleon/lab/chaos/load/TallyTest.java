package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final Tally tally = new Tally();

    @Test
    void outcomesOfManyThreads_areAllCounted() {
        IntStream.range(0, 10_000).parallel().forEach(number -> {
            if (number % 4 == 0) {
                tally.failed(number % 8 == 0 ? "UNAVAILABLE" : "S3 503 SlowDown");
            } else {
                tally.acknowledged();
            }
        });
        assertThat(tally.acknowledgedOperations()).isEqualTo(7_500);
        assertThat(tally.errors()).containsOnly(entry("UNAVAILABLE", 1_250L), entry("S3 503 SlowDown", 1_250L));
    }

    @Test
    void damage_isNeitherAnErrorNorAnAnswer() {
        tally.damaged("key-00001: of key 2");
        assertThat(tally.damage()).containsExactly("key-00001: of key 2");
        assertThat(tally.errors()).isEmpty();
        assertThat(tally.acknowledgedOperations()).isZero();
    }
}
