package io.chameleon.erasure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the bytes of a segment are in its shards: data shard s holds bytes [s · L, (s + 1) · L) of the segment, L =
 * max(⌈n / k⌉, min(n, 4096)), and zeros after the end of the segment. The parity shards are L bytes too. With k = 1
 * (replication) every shard is the segment. Shards below a page would save no flash, and a segment of one page is read
 * from one shard instead of k. Data on flash depends on this layout.
 *
 * @param dataShards k ≥ 1
 * @param parityShards m ≥ 0, k + m ≤ 256
 * @param segmentBytes n ≥ 0
 */
public record StripeLayout(int dataShards, int parityShards, int segmentBytes) {
    /** A flash page: no segment is cut into smaller shards. */
    public static final int MIN_SHARD_BYTES = 4096;

    public StripeLayout {
        Checks.scheme(dataShards, parityShards);
        if (segmentBytes < 0) {
            throw new IllegalArgumentException("segment bytes: '" + segmentBytes + "' given, expected at least 0");
        }
    }

    /** All shards, k + m. */
    public int width() {
        return dataShards + parityShards;
    }

    /** Bytes of each shard, L. */
    public int shardBytes() {
        int even = (int) (((long) segmentBytes + dataShards - 1) / dataShards);
        return Math.max(even, Math.min(segmentBytes, MIN_SHARD_BYTES));
    }

    /** Bytes of the segment that data shard {@code shard} holds, without padding. */
    public int dataBytes(int shard) {
        long before = (long) shard * shardBytes();
        return (int) Math.max(0, Math.min(shardBytes(), segmentBytes - before));
    }

    /** Whether a shard is a data shard that begins after the segment's end: zeros that are never stored. */
    public boolean isPadding(int shard) {
        return shard < dataShards && shard >= storedDataShards();
    }

    /** Data shards that are not padding, which come first: k for all but short segments. */
    public int storedDataShards() {
        int bytes = shardBytes();
        return bytes == 0 ? 1 : (int) (((long) segmentBytes + bytes - 1) / bytes);
    }

    /**
     * Cuts a segment into new arrays, ready for {@link ErasureCodec#encode}.
     *
     * <p>After: k data shards, padded, then m parity shards, all zero. Cost: copies n bytes, allocates (k + m) · L.
     *
     * @param offset where the segment starts in {@code source}
     */
    public byte[][] split(byte[] source, int offset) {
        byte[][] shards = new byte[width()][shardBytes()];
        split(source, offset, shards, 0);
        return shards;
    }

    /**
     * Cuts a segment into the caller's data shards, at {@code shardOffset} of each; L bytes of each are written,
     * padding included. Copies n bytes, allocates nothing. Parity arrays are not touched.
     */
    public void split(byte[] source, int offset, byte[][] shards, int shardOffset) {
        Checks.rangeWithin("segment", offset, segmentBytes, source.length);
        checkDataShards(shards, shardOffset);
        int from = offset;
        for (int shard = 0; shard < dataShards; shard++) {
            int bytes = dataBytes(shard);
            System.arraycopy(source, from, shards[shard], shardOffset, bytes);
            Arrays.fill(shards[shard], shardOffset + bytes, shardOffset + shardBytes(), (byte) 0);
            from += bytes;
        }
    }

    /**
     * Reassembles a segment from its k data shards, which start at {@code shardOffset} of each array.
     *
     * <p>Cost: copies n bytes, allocates nothing.
     */
    public void join(byte[][] shards, int shardOffset, byte[] target, int offset) {
        Checks.rangeWithin("target", offset, segmentBytes, target.length);
        checkDataShards(shards, shardOffset);
        int to = offset;
        for (int shard = 0; shard < dataShards; shard++) {
            int bytes = dataBytes(shard);
            System.arraycopy(shards[shard], shardOffset, target, to, bytes);
            to += bytes;
        }
    }

    /**
     * What a read of segment bytes [from, from + length) must fetch: slices of data shards, at most one of each shard.
     * In order, they are the requested bytes.
     *
     * <p>Errors: {@link IllegalArgumentException} if the range exceeds the segment.
     */
    public List<ShardSlice> slices(int from, int length) {
        Checks.rangeWithin("segment range", from, length, segmentBytes);
        List<ShardSlice> slices = new ArrayList<>();
        int end = from + length;
        int at = from;
        while (at < end) {
            int shard = at / shardBytes();
            int within = at % shardBytes();
            int bytes = Math.min(end - at, shardBytes() - within);
            slices.add(new ShardSlice(shard, within, bytes));
            at += bytes;
        }
        return slices;
    }

    /**
     * The columns of the stripe that rebuild the given slices. The code works byte by byte, so a lost slice needs only
     * the same bytes of k other shards. Returns the smallest range that covers all slices; {@code {0, 0}} for none.
     */
    public static Columns columns(List<ShardSlice> slices) {
        int from = Integer.MAX_VALUE;
        int end = 0;
        for (ShardSlice slice : slices) {
            from = Math.min(from, slice.offset());
            end = Math.max(end, slice.offset() + slice.length());
        }
        return slices.isEmpty() ? new Columns(0, 0) : new Columns(from, end - from);
    }

    /** The same bytes [offset, offset + length) of every shard. */
    public record Columns(int offset, int length) {}

    private void checkDataShards(byte[][] shards, int shardOffset) {
        Checks.range("shards", shardOffset, shardBytes());
        if (shards.length < dataShards) {
            throw new IllegalArgumentException(
                    "shards: " + shards.length + " given, expected at least the " + dataShards + " data shards");
        }
        for (int shard = 0; shard < dataShards; shard++) {
            Checks.shard(shards[shard], shard, shardOffset, shardBytes());
        }
    }
}
