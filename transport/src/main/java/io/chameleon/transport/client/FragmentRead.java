package io.chameleon.transport.client;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.frame.Crc;
import io.netty.buffer.ByteBuf;
import java.util.OptionalInt;

/**
 * Bytes of a fragment and what the server knows about it. The caller releases it.
 *
 * @param fragmentLength bytes of the whole fragment
 * @param fragmentCrc32c CRC-32C of the whole fragment: checks {@code payload} if all of it was asked for
 * @param segmentLength bytes of its segment
 * @param payload the requested bytes
 * @param payloadCrc32c checksum of the payload, if it was computed on arrival
 */
public record FragmentRead(
        int fragmentLength,
        int fragmentCrc32c,
        RedundancyScheme scheme,
        int segmentLength,
        ByteBuf payload,
        OptionalInt payloadCrc32c) {
    /**
     * Whether the payload, if it is the whole fragment, is what was stored. Cost: reads it once, unless that happened
     * on arrival.
     */
    public boolean matchesChecksum() {
        return payloadCrc32c.orElseGet(() -> Crc.of(payload)) == fragmentCrc32c;
    }

    public void release() {
        payload.release();
    }
}
