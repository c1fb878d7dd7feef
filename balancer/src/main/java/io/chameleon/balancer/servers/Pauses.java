package io.chameleon.balancer.servers;

import java.time.Duration;

/**
 * Pauses by a wall clock, which somebody may set. A pause that began later than now began before the clock was set back: it is over, else
 * a clock that was years ahead for a moment would stop what waits for it for years.
 */
public final class Pauses {
    private Pauses() {}

    /** Whether a pause that began at {@code sinceMillis} is over. */
    public static boolean isOver(long sinceMillis, Duration pause, long nowMillis) {
        return nowMillis < sinceMillis || nowMillis - sinceMillis >= pause.toMillis();
    }
}
