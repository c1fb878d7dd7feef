package io.chameleon.lab.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** Cards that are drawn in random order, and reshuffled when all are drawn: even a short run meets each. */
final class Deck<T> {
    private final List<T> cards;
    private final RandomGenerator random;
    private final List<T> left = new ArrayList<>();

    /** @param cards at least one */
    Deck(List<T> cards, RandomGenerator random) {
        this.cards = List.copyOf(cards);
        this.random = random;
    }

    T draw() {
        if (left.isEmpty()) {
            left.addAll(cards);
            Collections.shuffle(left, random);
        }
        return left.removeLast();
    }
}
