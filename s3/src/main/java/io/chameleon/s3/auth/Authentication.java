package io.chameleon.s3.auth;

import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param user null: nobody in particular
 * @param payload how the body is signed: the decoder of bodies holds it to that
 */
public record Authentication(@Nullable String user, Payload payload) {
    public boolean anonymous() {
        return user == null;
    }
}
