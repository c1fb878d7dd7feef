package io.chameleon.balancer;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A code whose data shards are real and whose parity is only recognisable: enough to see whether bytes arrive. */
final class TestCode {
    private TestCode() {}

    static byte[][] encode(RedundancyScheme scheme, byte[] segment) {
        byte[][] fragments = new byte[scheme.width()][];
        int shard = scheme.fragmentBytes(segment.length);
        for (int index = 0; index < scheme.width(); index++) {
            if (scheme.policy() == RedundancyPolicy.REP) {
                fragments[index] = segment.clone();
            } else if (index < scheme.dataFragments()) {
                int from = Math.min(segment.length, index * shard);
                fragments[index] =
                        Arrays.copyOf(Arrays.copyOfRange(segment, from, Math.min(segment.length, from + shard)), shard);
            } else {
                fragments[index] = parity(fragments, scheme.dataFragments(), index, shard);
            }
        }
        return fragments;
    }

    private static byte[] parity(byte[][] fragments, int data, int index, int shard) {
        byte[] parity = new byte[shard];
        for (int i = 0; i < data; i++) {
            for (int at = 0; at < shard; at++) {
                parity[at] ^= (byte) (fragments[i][at] * (i + index));
            }
        }
        return parity;
    }

    static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
