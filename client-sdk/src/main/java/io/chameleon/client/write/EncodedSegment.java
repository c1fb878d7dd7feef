package io.chameleon.client.write;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
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
    static EncodedSegment of(byte[] segment, RedundancyScheme scheme) {
        int data = scheme.dataFragments();
        if (data == 1) {
            byte[][] copies = new byte[scheme.width()][];
            Arrays.fill(copies, segment);
            int[] crcs = new int[scheme.width()];
            Arrays.fill(crcs, crc(segment));
            return new EncodedSegment(segment.length, copies, crcs);
        }
        StripeLayout layout = new StripeLayout(data, scheme.parityFragments(), segment.length);
        byte[][] shards = layout.split(segment, 0);
        ErasureCodecs.codecFor(data, scheme.parityFragments()).encode(shards, 0, layout.shardBytes());
        return new EncodedSegment(
                segment.length,
                shards,
                Arrays.stream(shards).mapToInt(EncodedSegment::crc).toArray());
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
