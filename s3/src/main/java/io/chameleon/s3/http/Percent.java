package io.chameleon.s3.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-coding of URIs, of UTF-8. */
public final class Percent {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Percent() {}

    /** A path's text; {@code +} is itself. */
    public static String decode(String text) {
        return text.indexOf('%') < 0 && isAscii(text) ? text : decode(text, false);
    }

    /** A text of a query or a form; {@code +} is a space. */
    public static String decodeForm(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 && isAscii(text) ? text : decode(text, true);
    }

    private static String decode(String text, boolean plusIsSpace) {
        byte[] bytes = new byte[text.length()];
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                if (i + 2 >= text.length()
                        || !HexFormat.isHexDigit(text.charAt(i + 1))
                        || !HexFormat.isHexDigit(text.charAt(i + 2))) {
                    throw new IllegalArgumentException("a '%' is not followed by two hex digits");
                }
                bytes[count++] = (byte) HexFormat.fromHexDigits(text, i + 1, i + 3);
                i += 2;
            } else {
                bytes[count++] = (byte) (c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, count))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not UTF-8", e);
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** Everything but letters, digits and {@code - _ . ~ /} is coded, as S3 does in listings. */
    public static String encode(String text) {
        StringBuilder coded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-_.~/".indexOf(c) >= 0) {
                coded.append(c);
            } else {
                coded.append('%');
                HEX.toHexDigits(coded, b);
            }
        }
        return coded.toString();
    }
}
