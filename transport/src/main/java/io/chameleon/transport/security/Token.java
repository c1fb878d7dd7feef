package io.chameleon.transport.security;

import io.chameleon.core.Require;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A shared secret, and the id by which the other side finds it: {@code KEYID:SECRET}. Immutable; its text never shows
 * the secret.
 *
 * <p>The secret is 32 to 512 printable ASCII characters without spaces, used as its bytes. Strangers see proofs made
 * with it, so it must be random rather than a password: see {@link #random}.
 */
public final class Token {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int RANDOM_BYTES = 32;
    private static final Pattern FORMAT = Pattern.compile("([A-Za-z0-9._-]{1,64}):([!-~]{32,512})");
    private static final String EXPECTED =
            "KEYID:SECRET, with a key id of 1 to 64 letters, digits and . _ -, and a secret of"
                    + " 32 to 512 printable characters without spaces";

    private final String keyId;
    private final SecretKeySpec secret;

    private Token(String keyId, byte[] secret) {
        this.keyId = keyId;
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /**
     * @param what where the text comes from, for the message of an error, which does not show the text
     * @throws IllegalArgumentException in one line if it is not a token
     */
    public static Token parse(String what, String text) {
        Matcher parts = FORMAT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(what + ": expected " + EXPECTED);
        }
        return new Token(parts.group(1), parts.group(2).getBytes(StandardCharsets.US_ASCII));
    }

    /** The text of a new token with 256 random bits. */
    public static String random(String keyId, SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        String text = keyId + ":" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        Require.that(FORMAT.matcher(text).matches(), "key id", keyId, "1 to 64 letters, digits and . _ -");
        return text;
    }

    public String keyId() {
        return keyId;
    }

    /** HMAC-SHA-256 of the parts, each preceded by its length. */
    byte[] mac(byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            for (byte[] part : parts) {
                mac.update(new byte[] {
                    (byte) (part.length >>> 24),
                    (byte) (part.length >>> 16),
                    (byte) (part.length >>> 8),
                    (byte) part.length
                });
                mac.update(part);
            }
            return mac.doFinal();
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("HMAC-SHA-256, which every JDK has, cannot be had", e);
        }
    }

    /** Whether both hold the same secret under the same id; takes equally long whatever differs. */
    boolean isSameAs(Token other) {
        return keyId.equals(other.keyId) && MessageDigest.isEqual(secret.getEncoded(), other.secret.getEncoded());
    }

    @Override
    public String toString() {
        return "token " + keyId;
    }
}
