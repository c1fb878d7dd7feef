package io.chameleon.client.internal.write;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.StripeCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The fragments of one segment, with the CRC-32C of each. Copies share one array.
 *
 * <p>Memory: the segment itself under REP, (k + m) / k times as much beside it under EC.
 */
record EncodedSegment(int segmentLength, byte[][] fragments, int[] crcs) {
    private static final StripeCodec CODEC = new StripeCodec();

    static EncodedSegment of(byte[] segment, RedundancyScheme scheme) {
        byte[][] fragments = CODEC.encode(scheme.dataFragments(), scheme.parityFragments(), segment);
        return new EncodedSegment(segment.length, fragments, crcs(fragments, scheme));
    }

    private static int[] crcs(byte[][] fragments, RedundancyScheme scheme) {
        if (scheme.dataFragments() > 1) {
            return Arrays.stream(fragments).mapToInt(EncodedSegment::crc).toArray();
        }
        int[] same = new int[fragments.length];
        Arrays.fill(same, crc(fragments[0]));
        return same;
    }

    /** A view of a fragment for one request, which releases it. */
    ByteBuf payload(int index) {
        return Unpooled.wrappedBuffer(fragments[index]);
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
