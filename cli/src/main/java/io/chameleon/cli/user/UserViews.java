package io.chameleon.cli.user;

import io.chameleon.cli.output.Details;
import io.chameleon.node.users.UserKey;
import java.util.Map;

/** A new key, with its secret. */
final class UserViews {
    private UserViews() {}

    static Map<String, String> json(UserKey key) {
        return Map.of("user", key.user(), "access_key", key.accessKey(), "secret_key", key.secret());
    }

    static String text(UserKey key) {
        return new Details()
                .line("user", key.user())
                .line("access key", key.accessKey())
                .line("secret key", key.secret())
                .toString();
    }
}
