package io.chameleon.balancer;

import java.util.Locale;

/**
 * What a balancer process does again and again. Failures are counted and logged by {@link #label}; docs/operate/balancer.md says how often
 * each is done, and by whom.
 */
enum BalancerTask {
    /** Claims the fence after an election, finishes what was left half done, ends the epoch when it is due. */
    EPOCH,
    REAPING,
    DISCOVERY,
    REPAIR,
    /** Reads the numbers that repair's metrics show. */
    REPAIR_STATUS,
    RECONCILIATION,
    /** Of uploads that were abandoned, and of what waits for lost servers. */
    SWEEPING,
    /** A standby looks at the epochs that end. */
    WATCHING;

    /** As metrics, logs and documents name it: {@code repair-status}. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
