package io.chameleon.transport.rpc;

import io.chameleon.transport.security.KeyRing;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Security;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is open for requests.
 *
 * @param key the key that the peer has proven to know; null if it authenticated otherwise, or not at all
 */
public record Session(Greeting greeting, Principal principal, KeyRing.@Nullable Entry key) {
    /** Whether the peer's key has not been removed since. */
    public boolean isValid(Security security) {
        return key == null || security.isAccepted(key);
    }
}
