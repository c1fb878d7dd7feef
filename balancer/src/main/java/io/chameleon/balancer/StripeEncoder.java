package io.chameleon.balancer;

import io.chameleon.core.redundancy.RedundancyScheme;

/** Makes the fragments of a segment; the codec library stays out of this room and is wired in. */
@FunctionalInterface
public interface StripeEncoder {
    /** All {@code scheme.width()} fragments of {@code segment}, each {@code scheme.fragmentBytes(segment.length)} long. */
    byte[][] encode(RedundancyScheme scheme, byte[] segment);
}
