package io.chameleon.core.mapping.table;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.Usage;

/** The most that may be stored, as {@link Usage} counts it; {@link #UNBOUNDED}: as much as fits. */
public record Quota(long maxBytes, long maxObjects) {
    public static final long UNBOUNDED = Long.MAX_VALUE;
    public static final Quota NONE = new Quota(UNBOUNDED, UNBOUNDED);

    public Quota {
        Require.that(maxBytes >= 0, "bytes of a quota", maxBytes, ">= 0");
        Require.that(maxObjects >= 0, "objects of a quota", maxObjects, ">= 0");
    }

    /**
     * Whether a change is allowed at this usage: growth must stay within the quota; anything else is always allowed.
     */
    public boolean admits(Usage used, Usage change) {
        return admits(maxBytes, used.bytes(), change.bytes()) && admits(maxObjects, used.objects(), change.objects());
    }

    private static boolean admits(long most, long used, long more) {
        return more <= 0 || most == UNBOUNDED || used + more <= most;
    }
}
