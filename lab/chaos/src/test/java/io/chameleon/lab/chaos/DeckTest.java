package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeckTest {
    @Test
    void eachKindOfDisaster_comesOnceBeforeAnyComesAgain_inAnotherOrderEachTime() {
        List<Disaster> kinds = Arrays.asList(Disaster.values());
        Deck<Disaster> deck = new Deck<>(kinds, new SplittableRandom(5));
        Set<List<Disaster>> orders = new HashSet<>();
        for (int round = 0; round < 20; round++) {
            List<Disaster> drawn =
                    Stream.generate(deck::draw).limit(kinds.size()).toList();
            assertThat(drawn).containsExactlyInAnyOrderElementsOf(kinds);
            orders.add(drawn);
        }
        assertThat(orders).hasSizeGreaterThan(5);
    }
}
