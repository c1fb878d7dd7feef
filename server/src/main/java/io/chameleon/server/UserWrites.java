package io.chameleon.server;

import com.google.protobuf.ByteString;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteKeys;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.security.WriteProof;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;

/**
 * Isolates users on a flash server, which knows nothing of buckets. A user adds fragments only to a write whose id it
 * made, and deletes only those, as a client does when its write failed. The user proves this with the id's key
 * ({@link WriteKeys}), so the server need not remember anything, and no user gains access to another's write by
 * reaching first a server that does not hold it. Nor is anything added to a write that cannot be committed any more.
 *
 * <p>Internal roles and operators show no key and pass. Stateless, safe from any thread.
 */
record UserWrites(WriteAges ages, UserShares shares) {
    /**
     * Throws {@code PERMISSION_DENIED}, {@code WRITE_TOO_OLD}, {@code WRITE_FROM_FUTURE} or {@code OVERLOADED} unless
     * the caller may add this fragment of {@code bytes} bytes.
     */
    void requirePut(PutFragmentRequest put, int bytes, Principal caller) {
        requireOwn(Wire.unpack(put.getId()).writeId(), put.getWriteKey(), caller, "add to it");
        if (caller.role() == Role.USER) {
            shares.take(caller.name(), bytes);
        }
    }

    /** As {@link #requirePut}, for the manifest of a write. */
    void requireManifest(PutManifestRequest put, Principal caller) {
        requireOwn(Wire.unpack(put.getWriteId()), put.getWriteKey(), caller, "name it");
    }

    /** As {@link #requirePut}, for all writes of a deletion; otherwise none is deleted. */
    void requireDelete(DeleteFragmentsRequest delete, Principal caller) {
        for (int i = 0; i < delete.getWriteIdsCount(); i++) {
            ByteString key = i < delete.getWriteKeysCount() ? delete.getWriteKeys(i) : ByteString.EMPTY;
            requireOwn(Wire.unpack(delete.getWriteIds(i)), key, caller, "delete it");
        }
    }

    private void requireOwn(WriteId write, ByteString key, Principal caller, String purpose) {
        if (!caller.role().isClient() && key.isEmpty()) {
            return;
        }
        WriteProof.require(write, key.toByteArray(), caller, purpose);
        ages.requireInTime(write);
    }
}
