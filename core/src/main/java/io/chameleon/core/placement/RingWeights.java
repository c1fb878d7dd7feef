package io.chameleon.core.placement;

import io.chameleon.core.placement.PlacementRing.Member;
import java.util.Collection;

/**
 * Points of each server on the ring, proportional to the size of its device, so that devices of different sizes fill
 * alike. Sizes are rounded to sixteenths of the median, so small differences change nothing; a server of unknown size
 * counts as the median.
 */
final class RingWeights {
    private static final int STEPS = 16;
    /** How much larger or smaller than the median a device may count, as a factor. */
    private static final long MOST = 16;

    private final int points;
    private final long median;

    /** @param points of a server of median size */
    RingWeights(Collection<Member> members, int points) {
        this.points = points;
        long[] sizes = members.stream()
                .mapToLong(Member::capacityBytes)
                .filter(size -> size > 0)
                .sorted()
                .toArray();
        this.median = sizes.length == 0 ? 0 : sizes[(sizes.length - 1) / 2];
    }

    int points(Member member) {
        long size = member.capacityBytes();
        if (size == 0 || size == median) {
            return points;
        }
        long steps = Math.round((double) size / median * STEPS);
        long bounded = Math.max(STEPS / MOST, Math.min(STEPS * MOST, steps));
        return (int) Math.max(1, Math.round((double) points * bounded / STEPS));
    }
}
