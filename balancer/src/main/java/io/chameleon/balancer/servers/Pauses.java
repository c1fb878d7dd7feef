package io.chameleon.balancer.servers;

import java.time.Duration;

/**
 * Pauses by a wall clock, which may be set. A pause that began later than now began before the clock was set back. It
 * counts as over: otherwise a clock that was years ahead for a moment would delay everything for years.
 */
public final class Pauses {
    private Pauses() {}

    /** Whether a pause that began at {@code sinceMillis} is over. */
    public static boolean isOver(long sinceMillis, Duration pause, long nowMillis) {
        return nowMillis < sinceMillis || nowMillis - sinceMillis >= pause.toMillis();
    }
}
