package io.chameleon.s3.auth;

import org.jspecify.annotations.Nullable;

/** The access keys that are known. Called for each signed request, on the network's thread: it must not block. */
@FunctionalInterface
public interface Credentials {
    /** Null: no such access key. */
    @Nullable
    User find(String accessKey);

    /** Whether a user of that name has a key, so that an ACL may name it; yes, if it cannot be told. */
    default boolean isUser(String name) {
        return true;
    }
}
