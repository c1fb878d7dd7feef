package io.chameleon.s3.auth;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The hashes of Signature Version 4, over strings of one byte in each char. */
final class Hashes {
    static final String HMAC_SHA256 = "HmacSHA256";
    static final String HMAC_SHA1 = "HmacSHA1";

    private Hashes() {}

    static byte[] hmac(String algorithm, byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    static String hmacHex(byte[] key, String text) {
        return HexFormat.of().formatHex(hmac(HMAC_SHA256, key, text));
    }

    static String sha256Hex(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In time that does not depend on where the two differ. */
    static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
