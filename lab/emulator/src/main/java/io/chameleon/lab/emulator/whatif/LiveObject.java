package io.chameleon.lab.emulator.whatif;

import io.chameleon.client.ObjectInfo;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.WriteHeat;

/**
 * An object as far as wear depends on it.
 *
 * @param size bytes, above 0
 * @param segmentBytes bytes of each segment but the last
 * @param placement where its committed version is
 * @param writes expected per epoch
 */
record LiveObject(long size, int segmentBytes, Placement placement, double writes) {
    /** Heat sums to twice a steady rate of writes (reading 5). */
    private static final double HEAT_OF_A_WRITE_PER_EPOCH = 2;

    static LiveObject of(ObjectInfo info, long epoch) {
        double writes = WriteHeat.heat(info.heatScore(), epoch) / HEAT_OF_A_WRITE_PER_EPOCH;
        return new LiveObject(info.size(), info.segmentBytes(), info.live(), writes);
    }

    int segments() {
        return Math.toIntExact((size + segmentBytes - 1) / segmentBytes);
    }

    int segmentLength(int segment) {
        return (int) Math.min(segmentBytes, size - (long) segment * segmentBytes);
    }

    /** Pages of all its fragments. */
    long pages(int pageBytes) {
        RedundancyScheme scheme = placement.scheme();
        long whole = scheme.segmentPages(segmentBytes, pageBytes);
        return (segments() - 1) * whole + scheme.segmentPages(segmentLength(segments() - 1), pageBytes);
    }
}
