package io.chameleon.client.credentials;

import io.chameleon.transport.security.Token;
import java.util.Objects;

/**
 * A secret that client and cluster share, and its name.
 *
 * @param keyId 1 to 64 letters, digits and {@code . _ -}
 * @param secret 32 to 512 printable ASCII characters without spaces
 */
public record Credentials(String keyId, String secret) {
    /** A bad value is an {@link IllegalArgumentException}, which does not show it. */
    public Credentials {
        Objects.requireNonNull(keyId, "keyId");
        Objects.requireNonNull(secret, "secret");
        Token.parse("credentials", keyId + ":" + secret);
    }

    /**
     * @param what where the text comes from, for the message of an error, which does not show the text
     * @param text {@code KEYID:SECRET}; white space around it is dropped
     */
    public static Credentials parse(String what, String text) {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(text, "text");
        String line = text.strip();
        Token.parse(what, line);
        int colon = line.indexOf(':');
        return new Credentials(line.substring(0, colon), line.substring(colon + 1));
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "credentials " + keyId;
    }
}
