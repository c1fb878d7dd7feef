package io.chameleon.simssd.report;

/**
 * What a device carries over a restart about its health.
 *
 * @param hostReads pages the host asked for, corrupt ones included
 * @param mediaErrors reads by the host that found a corrupt page
 * @param correctedReads page reads whose bit errors were mended
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
