package io.chameleon.transport.security;

import io.chameleon.core.WriteId;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;

/** A caller's proof that it made a write: the key of the write's id (docs/reference/wire.md, "Keys of writes"). */
public final class WriteProof {
    private WriteProof() {}

    /**
     * Costs one digest.
     *
     * @param purpose what the key is asked for, in the message of the error: {@code add to it}
     * @throws ChameleonError {@code PERMISSION_DENIED} unless this is the key of that write
     */
    public static void require(WriteId write, byte[] key, Principal caller, String purpose) {
        if (!WriteKeys.proves(key, write)) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "write " + write + ": " + caller + " did not show its key, so cannot " + purpose);
        }
    }
}
