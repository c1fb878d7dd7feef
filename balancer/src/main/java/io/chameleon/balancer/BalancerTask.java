package io.chameleon.balancer;

import java.util.Locale;

/**
 * The recurring tasks of a balancer process. {@link #label} names them in counts and logs of failures;
 * docs/operate/balancer.md says how often each runs, and where.
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
    /** Sweeps abandoned uploads, and what waits for lost servers. */
    SWEEPING,
    /** Carries out the rules of buckets, and aborts uploads that nobody completes. */
    LIFECYCLE,
    /** A standby looks at the epochs that end. */
    WATCHING,
    /** Stands for election, or leaves that to others. */
    CANDIDACY;

    /** The name in metrics, logs and documents: {@code repair-status}. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
