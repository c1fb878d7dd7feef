package io.chameleon.s3.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Text in headers. HTTP gives a header's bytes no charset; clients of S3 send UTF-8. Netty shows each byte as a
 * character, so what is beyond ASCII is translated here, both ways.
 */
final class Latin {
    private Latin() {}

    /** Bytes of a header that is not UTF-8 become characters from here on, which mean nothing else. */
    private static final char RAW = 0xF700;

    /** Nothing is lost: {@link #toHeader} gives the bytes that came. */
    static String toText(String header) {
        if (header.chars().allMatch(c -> c < 0x80)) {
            return header;
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(header.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
            return text.chars().anyMatch(Latin::isRaw) ? raw(header) : text;
        } catch (CharacterCodingException e) {
            return raw(header);
        }
    }

    private static String raw(String header) {
        StringBuilder text = new StringBuilder(header.length());
        header.chars().forEach(c -> text.append((char) (c < 0x80 ? c : RAW + c)));
        return text.toString();
    }

    static String toHeader(String text) {
        if (text.chars().allMatch(c -> c < 0x80)) {
            return text;
        }
        if (text.chars().noneMatch(Latin::isRaw)) {
            return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        }
        StringBuilder header = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isRaw(c)) {
                header.append((char) (c - RAW));
            } else {
                header.append(new String(
                        Character.toString(c).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
            }
        });
        return header.toString();
    }

    private static boolean isRaw(int character) {
        return character >= RAW + 0x80 && character <= RAW + 0xFF;
    }
}
