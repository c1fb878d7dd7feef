package io.chameleon.lab.ssd.workload;

import io.chameleon.simssd.device.SimulatedFlashDevice;

/**
 * The work of a device.
 *
 * @param hostWrites pages the host wrote
 * @param copies pages garbage collection copied
 * @param erases blocks collected, each of them erased once (GC reading 11)
 */
public record Counts(long hostWrites, long copies, long erases) {
    static Counts of(SimulatedFlashDevice device) {
        long host = device.hostPageWrites();
        return new Counts(host, device.nandPageWrites() - host, device.victims());
    }

    Counts minus(Counts before) {
        return new Counts(hostWrites - before.hostWrites, copies - before.copies, erases - before.erases);
    }

    /** Pages programmed per page the host wrote (GC reading 6). */
    public double writeAmplification() {
        return (double) (hostWrites + copies) / hostWrites;
    }
}
