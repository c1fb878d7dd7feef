package io.chameleon.lab.simulation.role;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
import org.jspecify.annotations.Nullable;

/** The balancer's codecs, as the command line wires them: replication is a code with one data shard. */
final class Codecs {
    private Codecs() {}

    static byte[][] encode(RedundancyScheme scheme, byte[] segment) {
        StripeLayout layout = new StripeLayout(scheme.dataFragments(), scheme.parityFragments(), segment.length);
        byte[][] shards = layout.split(segment, 0);
        ErasureCodecs.codecFor(scheme.dataFragments(), scheme.parityFragments()).encode(shards, 0, layout.shardBytes());
        return shards;
    }

    static byte[][] restore(RedundancyScheme scheme, byte[] @Nullable [] fragments, int segmentLength) {
        byte[][] shards = new byte[fragments.length][];
        boolean[] present = new boolean[fragments.length];
        int length = scheme.fragmentBytes(segmentLength);
        for (int index = 0; index < fragments.length; index++) {
            byte[] fragment = fragments[index];
            present[index] = fragment != null;
            shards[index] = fragment != null ? fragment : new byte[length];
        }
        ErasureCodecs.codecFor(scheme.dataFragments(), scheme.parityFragments())
                .reconstruct(shards, present, 0, length);
        return shards;
    }
}
