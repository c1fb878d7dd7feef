package io.chameleon.simssd.report;

/**
 * The health counters that a device keeps across a restart.
 *
 * @param hostReads pages the host asked for, corrupt ones included
 * @param mediaErrors reads by the host that found a corrupt page
 * @param correctedReads page reads whose bit errors were corrected
 * @param powerOnMillis time the device has been open
 */
public record HealthCounters(
        long hostReads,
        long mediaErrors,
        long correctedReads,
        long programFailures,
        long eraseFailures,
        long powerOnMillis) {
    public static final HealthCounters NONE = new HealthCounters(0, 0, 0, 0, 0, 0);
}
