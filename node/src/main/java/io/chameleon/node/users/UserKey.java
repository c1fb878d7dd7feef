package io.chameleon.node.users;

import io.chameleon.core.Require;
import io.chameleon.transport.security.Principal;
import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * A key of a user. Its text never shows the secret.
 *
 * @param user name of the principal
 * @param accessKey 3 to 64 letters, digits and any of {@code . _ -}: public, unique among all users
 * @param secret 8 to 512 printable ASCII characters without spaces
 */
public record UserKey(String user, String accessKey, String secret) {
    private static final Pattern ACCESS_KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{2,63}");
    private static final Pattern SECRET = Pattern.compile("[!-~]{8,512}");

    public UserKey {
        Principal.requireName("name of a user", user);
        Require.that(
                ACCESS_KEY.matcher(accessKey).matches(),
                "access key",
                accessKey,
                "3 to 64 letters, digits and . _ -, first a letter or digit");
        if (!SECRET.matcher(secret).matches()) {
            throw new IllegalArgumentException(
                    "secret key of " + accessKey + ": expected 8 to 512 printable ASCII characters without spaces");
        }
    }

    /** With a random access key and 240 random bits of secret. */
    public static UserKey random(String user, SecureRandom random) {
        return new UserKey(user, RandomKeys.accessKey(random), RandomKeys.secret(random));
    }

    /** The line of its file. */
    String line() {
        return accessKey + ":" + secret;
    }

    /** @throws IllegalArgumentException in one line that shows no secret */
    static UserKey parse(String user, String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("expected the one line ACCESSKEY:SECRET");
        }
        return new UserKey(user, line.substring(0, colon), line.substring(colon + 1));
    }

    @Override
    public String toString() {
        return "key " + accessKey + " of user " + user;
    }
}
