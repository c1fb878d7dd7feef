package io.chameleon.testing.differential;

import java.util.function.Function;

/**
 * One request.
 *
 * @param name of the operation
 * @param text with its arguments
 * @param late whether it is about an upload that an earlier request has ended
 */
record Step(String name, String text, boolean late, Function<Side, Answer> request) {
    Step(String name, String text, Function<Side, Answer> request) {
        this(name, text, false, request);
    }

    Answer on(Side side) {
        return Answer.of(() -> request.apply(side));
    }

    Step as(boolean isLate) {
        return new Step(name, text, isLate, request);
    }

    @Override
    public String toString() {
        return name + " " + text;
    }
}
