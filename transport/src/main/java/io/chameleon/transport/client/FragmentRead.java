package io.chameleon.transport.client;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.frame.Crc;
import io.netty.buffer.ByteBuf;

/**
 * Bytes of a fragment and what the server knows of it. The caller releases it.
 *
 * @param fragmentLength bytes of the whole fragment
 * @param fragmentCrc32c CRC-32C of the whole fragment: checks {@code payload} if all of it was asked for
 * @param segmentLength bytes of the segment it is a fragment of
 * @param payload the bytes asked for
 */
public record FragmentRead(
        int fragmentLength, int fragmentCrc32c, RedundancyScheme scheme, int segmentLength, ByteBuf payload) {
    /** Whether the payload, if it is the whole fragment, is what was stored. Cost: reads it once. */
    public boolean matchesChecksum() {
        return Crc.of(payload) == fragmentCrc32c;
    }

    public void release() {
        payload.release();
    }
}
