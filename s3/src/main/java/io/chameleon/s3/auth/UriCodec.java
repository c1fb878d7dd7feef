package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.HexFormat;

/** Percent-encoding as Amazon signs it. Strings hold one byte in each char. */
final class UriCodec {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private UriCodec() {}

    /** Decodes and encodes again, strictly: so a client that left a character as it is signs the same. */
    static String normalize(String raw, boolean keepSlash, boolean plusIsSpace) {
        return encode(decode(raw, plusIsSpace), keepSlash);
    }

    /** A malformed escape is InvalidURI. */
    static String decode(String raw, boolean plusIsSpace) {
        if (raw.indexOf('%') < 0 && !(plusIsSpace && raw.indexOf('+') >= 0)) {
            return raw;
        }
        StringBuilder decoded = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                if (i + 2 >= raw.length()
                        || !HexFormat.isHexDigit(raw.charAt(i + 1))
                        || !HexFormat.isHexDigit(raw.charAt(i + 2))) {
                    throw new S3Exception(S3Error.INVALID_URI);
                }
                decoded.append((char) HexFormat.fromHexDigits(raw, i + 1, i + 3));
                i += 2;
            } else {
                decoded.append(c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        return decoded.toString();
    }

    static String encode(String bytes, boolean keepSlash) {
        StringBuilder encoded = null;
        for (int i = 0; i < bytes.length(); i++) {
            char c = bytes.charAt(i);
            boolean plain = unreserved(c) || (keepSlash && c == '/');
            if (encoded == null) {
                if (plain) {
                    continue;
                }
                encoded = new StringBuilder(bytes.length() + 32).append(bytes, 0, i);
            }
            if (plain) {
                encoded.append(c);
            } else {
                HEX.toHexDigits(encoded.append('%'), (byte) c);
            }
        }
        return encoded == null ? bytes : encoded.toString();
    }

    private static boolean unreserved(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-._~".indexOf(c) >= 0;
    }
}
