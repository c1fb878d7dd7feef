package io.chameleon.server;

import io.chameleon.core.Durations;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.MappingRules;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How old writes are. A write takes fragments as long as it can be committed: until it is as old as the grace period,
 * and not while it is dated ahead of the clock.
 *
 * @param grace that of the metadata service
 */
record WriteAges(InstantSource clock, Duration grace) {
    /** Throws {@code WRITE_TOO_OLD} or {@code WRITE_FROM_FUTURE} unless a write of this id takes fragments now. */
    void requireInTime(WriteId write) {
        long now = clock.millis();
        if (MappingRules.tooOld(write, now, grace)) {
            throw new ChameleonError(
                    ErrorCode.WRITE_TOO_OLD,
                    "write " + write + " was begun at " + begun(write) + ", more than " + Durations.text(grace)
                            + " ago");
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
