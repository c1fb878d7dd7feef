package io.chameleon.server;

import com.google.protobuf.ByteString;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Isolates users on a flash server, which knows nothing of buckets. A user adds fragments only to a write whose id it
 * made, and deletes only those, as a client does when its write failed. The user proves this with the id's key
 * ({@link WriteKeys}), so the server need not remember anything, and no user gains access to another's write by
 * reaching first a server that does not hold it.
 *
 * <p>A write takes fragments as long as it can be committed: until it is as old as the grace period, and not while it
 * is dated ahead of the clock. Internal roles and operators show no key and pass. Stateless, safe from any thread.
 */
final class UserWrites {
    private final InstantSource clock;
    private final Duration grace;
    private final UserShares shares;

    /**
     * @param grace that of the metadata service: an older write is not committed any more
     */
    UserWrites(InstantSource clock, Duration grace, UserShares shares) {
        this.clock = clock;
        this.grace = grace;
        this.shares = shares;
    }

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

    private void requireOwn(WriteId write, ByteString key, Principal caller, String what) {
        if (!caller.role().isClient() && key.isEmpty()) {
            return;
        }
        if (!WriteKeys.proves(key.toByteArray(), write)) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "write " + write + ": " + caller + " did not show its key, so cannot " + what);
        }
        requireInTime(write);
    }

    private void requireInTime(WriteId write) {
        long now = clock.millis();
        if (MappingRules.tooOld(write, now, grace)) {
            throw new ChameleonError(
                    ErrorCode.WRITE_TOO_OLD,
                    "write " + write + " was begun at " + begun(write) + ", more than " + grace + " ago");
        }
        if (MappingRules.fromFuture(write, now)) {
            throw new ChameleonError(
                    ErrorCode.WRITE_FROM_FUTURE,
                    "write " + write + " is dated " + begun(write) + ", expected at most " + MappingRules.LONGEST_LEAD
                            + " after this server's " + Instant.ofEpochMilli(now));
        }
    }

    private static Instant begun(WriteId write) {
        return Instant.ofEpochMilli(write.epochMillis());
    }
}
