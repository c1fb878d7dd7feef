package io.chameleon.simssd.report;

import java.time.InstantSource;

/** Counts what {@link SmartReport} reports beyond wear. The caller holds the device's lock. */
public final class DeviceHealth {
    private final InstantSource clock;
    private final long openedAt;
    private long hostReads;
    private long mediaErrors;
    private long correctedReads;
    private long programFailures;
    private long eraseFailures;
    private long formerPowerOnMillis;

    public DeviceHealth(InstantSource clock) {
        this.clock = clock;
        openedAt = clock.millis();
    }

    /** Continues where a former life of the device stopped. */
    public void resume(HealthCounters counters) {
        hostReads += counters.hostReads();
        mediaErrors += counters.mediaErrors();
        correctedReads += counters.correctedReads();
        programFailures += counters.programFailures();
        eraseFailures += counters.eraseFailures();
        formerPowerOnMillis = counters.powerOnMillis();
    }

    public void hostRead() {
        hostReads++;
    }

    public void mediaError() {
        mediaErrors++;
    }

    public void corrected() {
        correctedReads++;
    }

    public void programFailed() {
        programFailures++;
    }

    public void eraseFailed() {
        eraseFailures++;
    }

    public HealthCounters counters() {
        long open = Math.max(0, clock.millis() - openedAt);
        return new HealthCounters(
                hostReads, mediaErrors, correctedReads, programFailures, eraseFailures, formerPowerOnMillis + open);
    }
}
