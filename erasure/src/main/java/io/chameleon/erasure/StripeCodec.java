package io.chameleon.erasure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A whole segment to its fragments and back: {@link StripeLayout} cuts it, {@link ErasureCodecs} has the code. Replication is the
 * code with k = 1, so both redundancy policies take this path.
 *
 * <p>Stateless, safe from any thread. It is passed on to those who use it, and not final, so that a test can plant a wrong one.
 */
public class StripeCodec {
    /**
     * All k + m fragments of a segment, each {@link StripeLayout#shardBytes} long. Those of a replicated segment are the array
     * itself, k + m times.
     *
     * <p>Cost: k = 1: nothing, else O(k · m · n), and (k + m) / k times the segment in new arrays.
     *
     * <p>Errors: {@link IllegalArgumentException} unless k ≥ 1, m ≥ 0 and k + m ≤ 256.
     */
    public byte[][] encode(int dataShards, int parityShards, byte[] segment) {
        StripeLayout layout = new StripeLayout(dataShards, parityShards, segment.length);
        if (dataShards == 1) {
            byte[][] copies = new byte[layout.width()][];
            Arrays.fill(copies, segment);
            return copies;
        }
        byte[][] shards = layout.split(segment, 0);
        ErasureCodecs.codecFor(dataShards, parityShards).encode(shards, 0, layout.shardBytes());
        return shards;
    }

    /**
     * All k + m fragments of a segment from at least k of them. Those that are there are handed back, the others are new arrays.
     *
     * <p>Cost: O(k · absent · n).
     *
     * <p>Errors: {@link NotEnoughShardsException} if fewer than k are there; {@link IllegalArgumentException} naming a fragment
     * that is too short. A fragment with wrong content is not noticed: check its checksum first.
     *
     * @param fragments by index, k + m of them, null where absent
     * @param segmentBytes length of the segment
     */
    public byte[][] restore(int dataShards, int parityShards, byte[] @Nullable [] fragments, int segmentBytes) {
        int length = new StripeLayout(dataShards, parityShards, segmentBytes).shardBytes();
        byte[][] shards = new byte[fragments.length][];
        boolean[] present = new boolean[fragments.length];
        for (int index = 0; index < fragments.length; index++) {
            byte[] fragment = fragments[index];
            present[index] = fragment != null;
            shards[index] = fragment != null ? fragment : new byte[length];
        }
        ErasureCodecs.codecFor(dataShards, parityShards).reconstruct(shards, present, 0, length);
        return shards;
    }
}
