package io.chameleon.node.users;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes the two halves of a user's key. */
final class RandomKeys {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int ACCESS_KEY_CHARS = 20;
    /** 40 characters: also long enough for a token of the store's own protocol. */
    private static final int SECRET_BYTES = 30;

    private RandomKeys() {}

    static String accessKey(SecureRandom random) {
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < ACCESS_KEY_CHARS; i++) {
            id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return id.toString();
    }

    static String secret(SecureRandom random) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
