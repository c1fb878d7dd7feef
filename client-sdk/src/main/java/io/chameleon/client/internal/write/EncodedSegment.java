package io.chameleon.client.internal.write;

import io.chameleon.core.Crc32c;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.ErasureCodec;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
import io.chameleon.transport.frame.Crc;
import io.chameleon.transport.frame.LongBuffers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The fragments of one segment, with the CRC-32C of each, in memory from which the network sends without a copy. Copies
 * share one buffer. Whoever coded it releases it.
 *
 * <p>Memory: as much as the segment under REP, (k + m) / k times as much under EC, beside the segment.
 */
final class EncodedSegment {
    /** Of each shard: all blocks of a stripe stay in the processor's cache while they are coded, checked and copied. */
    private static final int BLOCK_BYTES = 8 << 10;

    private final StripeLayout layout;
    /** Null: padding, which is not stored. */
    private final @Nullable ByteBuf[] fragments;

    private final int[] crcs;

    private EncodedSegment(StripeLayout layout, @Nullable ByteBuf[] fragments, int[] crcs) {
        this.layout = layout;
        this.fragments = fragments;
        this.crcs = crcs;
    }

    /** Cost: reads the segment once, writes each fragment once. */
    static EncodedSegment of(ByteBuffer segment, RedundancyScheme scheme, ByteBufAllocator allocator) {
        StripeLayout layout = new StripeLayout(scheme.dataFragments(), scheme.parityFragments(), segment.remaining());
        return layout.dataShards() == 1
                ? copies(segment, layout, allocator)
                : shards(segment, layout, codec(scheme), allocator);
    }

    private static ErasureCodec codec(RedundancyScheme scheme) {
        return ErasureCodecs.codecFor(
                new ErasureCode(scheme.dataFragments(), scheme.parityFragments(), scheme.localGroups()));
    }

    private static EncodedSegment copies(ByteBuffer segment, StripeLayout layout, ByteBufAllocator allocator) {
        ByteBuf one = LongBuffers.allocate(allocator, layout.segmentBytes()).writeBytes(segment.duplicate());
        @Nullable ByteBuf[] copies = new ByteBuf[layout.width()];
        Arrays.setAll(copies, i -> i == 0 ? one : one.retainedDuplicate());
        int[] crcs = new int[layout.width()];
        Arrays.fill(crcs, Crc.of(one));
        return new EncodedSegment(layout, copies, crcs);
    }

    private static EncodedSegment shards(
            ByteBuffer segment, StripeLayout layout, ErasureCodec codec, ByteBufAllocator allocator) {
        int length = layout.shardBytes();
        @Nullable ByteBuf[] shards = new ByteBuf[layout.width()];
        EncodedSegment encoded = new EncodedSegment(layout, shards, new int[layout.width()]);
        try {
            Arrays.setAll(shards, i -> layout.isPadding(i) ? null : LongBuffers.allocate(allocator, length));
            encoded.code(segment, codec);
            return encoded;
        } catch (RuntimeException | Error e) {
            encoded.release();
            throw e;
        }
    }

    private void code(ByteBuffer segment, ErasureCodec codec) {
        int length = layout.shardBytes();
        byte[][] block = new byte[layout.width()][Math.min(length, BLOCK_BYTES)];
        CRC32C[] checksums =
                IntStream.range(0, layout.width()).mapToObj(i -> new CRC32C()).toArray(CRC32C[]::new);
        for (int at = 0; at < length; at += BLOCK_BYTES) {
            int count = Math.min(BLOCK_BYTES, length - at);
            for (int i = 0; i < layout.dataShards(); i++) {
                int from = Math.min(layout.segmentBytes(), i * length + at);
                int there = Math.min(count, layout.segmentBytes() - from);
                segment.get(segment.position() + from, block[i], 0, there);
                Arrays.fill(block[i], there, count, (byte) 0);
            }
            codec.encode(block, 0, count);
            for (int i = 0; i < layout.width(); i++) {
                ByteBuf fragment = fragments[i];
                if (fragment != null) {
                    checksums[i].update(block[i], 0, count);
                    fragment.writeBytes(block[i], 0, count);
                }
            }
        }
        Arrays.setAll(crcs, i -> (int) checksums[i].getValue());
    }

    /** Whether these are the fragments of bytes with that checksum. */
    boolean isOf(int crc32c) {
        int length = layout.dataShards() == 1 ? layout.segmentBytes() : layout.shardBytes();
        int all = 0;
        for (int i = 0; i < layout.storedDataShards(); i++) {
            all = Crc32c.combine(all, crcs[i], length);
        }
        int padding = layout.storedDataShards() * length - layout.segmentBytes();
        return all == Crc32c.combine(crc32c, Crc.of(ByteBuffer.allocate(padding)), padding);
    }

    int segmentLength() {
        return layout.segmentBytes();
    }

    int crc32c(int index) {
        return crcs[index];
    }

    /** A view of a fragment, which is not padding, for one request, which releases it. */
    ByteBuf payload(int index) {
        return Objects.requireNonNull(fragments[index]).retainedDuplicate();
    }

    /** No further request will be made. */
    void release() {
        for (ByteBuf fragment : fragments) {
            if (fragment != null) {
                fragment.release();
            }
        }
    }
}
