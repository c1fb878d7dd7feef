package io.chameleon.core.lifecycle;

import io.chameleon.core.Require;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Texts as in a query string: what is not a letter or a digit is {@code %} and two hexadecimal digits of each byte. The
 * JDK's coder is in {@code java.net}, which core does not depend on.
 */
final class QueryText {
    private static final String PLAIN = "-._~";
    private static final int HEX = 16;

    private QueryText() {}

    static String encode(String text) {
        StringBuilder coded = new StringBuilder(text.length());
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xFF);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || PLAIN.indexOf(c) >= 0) {
                coded.append(c);
            } else {
                coded.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c / HEX, HEX)))
                        .append(Character.toUpperCase(Character.forDigit(c % HEX, HEX)));
            }
        }
        return coded.toString();
    }

    /**
     * Takes {@code +} for a space, too.
     *
     * @throws IllegalArgumentException in one line if it is no such text
     */
    static String decode(String coded) {
        byte[] from = coded.getBytes(StandardCharsets.UTF_8);
        ByteBuffer to = ByteBuffer.allocate(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] == '%') {
                int high = i + 2 < from.length ? Character.digit(from[i + 1], HEX) : -1;
                int low = i + 2 < from.length ? Character.digit(from[i + 2], HEX) : -1;
                Require.that(high >= 0 && low >= 0, "text of a query", coded, "two hexadecimal digits after each %");
                to.put((byte) (high * HEX + low));
                i += 2;
            } else {
                to.put(from[i] == '+' ? (byte) ' ' : from[i]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(to.flip()).toString();
        } catch (CharacterCodingException e) {
            throw Require.violation("text of a query", coded, "UTF-8");
        }
    }
}
