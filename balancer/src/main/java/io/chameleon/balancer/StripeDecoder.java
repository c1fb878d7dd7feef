package io.chameleon.balancer;

import io.chameleon.core.redundancy.RedundancyScheme;
import org.jspecify.annotations.Nullable;

/** Restores the fragments of a segment; the codec library stays out of this room and is wired in. */
@FunctionalInterface
public interface StripeDecoder {
    /**
     * All fragments of a segment of {@code segmentLength} bytes, from at least {@code scheme.dataFragments()} of them.
     *
     * @param fragments by index, null where absent; those that are there are handed back
     */
    byte[][] restore(RedundancyScheme scheme, byte[] @Nullable [] fragments, int segmentLength);
}
