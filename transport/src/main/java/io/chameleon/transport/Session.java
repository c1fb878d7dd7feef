package io.chameleon.transport;

import io.chameleon.transport.security.KeyRing;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Security;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is open for requests.
 *
 * @param key what the peer has proven to know; null where it proved itself otherwise, or not
 */
record Session(Greeting greeting, Principal principal, KeyRing.@Nullable Entry key) {
    /** Whether the peer's key has not been taken away since. */
    boolean isValid(Security security) {
        return key == null || security.isAccepted(key);
    }
}
