package io.chameleon.balancer;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCodec;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The code of production. */
final class TestCode {
    private TestCode() {}

    static byte[][] encode(RedundancyScheme scheme, byte[] segment) {
        StripeLayout layout = new StripeLayout(scheme.dataFragments(), scheme.parityFragments(), segment.length);
        byte[][] shards = layout.split(segment, 0);
        codec(scheme).encode(shards, 0, layout.shardBytes());
        return shards;
    }

    static byte[][] restore(RedundancyScheme scheme, byte[] @Nullable [] fragments, int segmentLength) {
        byte[][] shards = new byte[fragments.length][];
        boolean[] present = new boolean[fragments.length];
        for (int index = 0; index < fragments.length; index++) {
            byte[] fragment = fragments[index];
            present[index] = fragment != null;
            shards[index] = fragment != null ? fragment : new byte[scheme.fragmentBytes(segmentLength)];
        }
        codec(scheme).reconstruct(shards, present, 0, scheme.fragmentBytes(segmentLength));
        return shards;
    }

    private static ErasureCodec codec(RedundancyScheme scheme) {
        return ErasureCodecs.codecFor(scheme.dataFragments(), scheme.parityFragments());
    }

    static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
