package io.chameleon.cli.whatif;

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
        long whole = pages(placement.scheme(), segmentBytes, pageBytes);
        long last = pages(placement.scheme(), segmentLength(segments() - 1), pageBytes);
        return (segments() - 1) * whole + last;
    }

    private static long pages(RedundancyScheme scheme, int length, int pageBytes) {
        return (long) scheme.width() * pagesPerFragment(scheme, length, pageBytes);
    }

    static int pagesPerFragment(RedundancyScheme scheme, int length, int pageBytes) {
        return (scheme.fragmentBytes(length) + pageBytes - 1) / pageBytes;
    }
}
