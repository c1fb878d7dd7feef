package io.chameleon.server;

import io.chameleon.core.Durations;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.MappingRules;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How old writes are. A write takes fragments as long as it can be committed: until it is as old as the grace period,
 * and not while it is dated ahead of the clock.
 *
 * <p>Clients go to another server then, and repair brings what is missing here, so only the log says that a clock is
 * wrong. Safe from any thread.
 */
final class WriteAges {
    /** Between two lines of the log: any client may provoke them. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(WriteAges.class);

    private final InstantSource clock;
    private final Duration grace;
    private long toldMillis;
    private boolean told;

    /** @param grace that of the metadata service */
    WriteAges(InstantSource clock, Duration grace) {
        this.clock = clock;
        this.grace = grace;
    }

    /** Throws {@code WRITE_TOO_OLD} or {@code WRITE_FROM_FUTURE} unless a write of this id takes fragments now. */
    void requireInTime(WriteId write) {
        long now = clock.millis();
        if (MappingRules.tooOld(write, now, grace)) {
            throw refused(
                    ErrorCode.WRITE_TOO_OLD,
                    "write " + write + " was begun at " + begun(write) + ", more than " + Durations.text(grace)
                            + " before this server's " + Instant.ofEpochMilli(now),
                    now);
        }
        if (MappingRules.fromFuture(write, now)) {
            throw refused(
                    ErrorCode.WRITE_FROM_FUTURE,
                    "write " + write + " is dated " + begun(write) + ", expected at most "
                            + Durations.text(MappingRules.LONGEST_LEAD) + " after this server's "
                            + Instant.ofEpochMilli(now),
                    now);
        }
    }

    private ChameleonError refused(ErrorCode code, String why, long nowMillis) {
        if (isToBeTold(nowMillis)) {
            LOG.warn("{}: the clock of its client or this one may be wrong; told once a minute", why);
        }
        return new ChameleonError(code, why);
    }

    private synchronized boolean isToBeTold(long nowMillis) {
        if (told && Math.abs(nowMillis - toldMillis) < PAUSE.toMillis()) {
            return false;
        }
        told = true;
        toldMillis = nowMillis;
        return true;
    }

    private static Instant begun(WriteId write) {
        return Instant.ofEpochMilli(write.epochMillis());
    }
}
