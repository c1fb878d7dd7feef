package io.chameleon.lab.bench;

import io.chameleon.core.Require;

/** Weights as users write them. */
final class Weighted {
    private static final String EXPECTED = "a weight above 0, at most 1000000";

    private Weighted() {}

    /** @param what names the option in the message of an {@link IllegalArgumentException} */
    static double weight(String what, String text) {
        double weight;
        try {
            weight = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(what + ": '" + text + "' given, expected " + EXPECTED, e);
        }
        Require.that(weight > 0 && weight <= 1e6, what, text, EXPECTED);
        return weight;
    }
}
